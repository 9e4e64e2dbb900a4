import Testing

@testable import Storage

extension RecordStoreContractTests {
    @Test(arguments: StorageEngine.tested.filter { !$0.store.isShared })
    func withoutSharingEachInstanceHasItsOwnRecords(engine: StorageEngine) async throws {
        let fixture = try await engine.makeFixture()
        let (first, second) = (fixture.open(), fixture.open())
        try await first.save(.note("a"))
        #expect(try await second.all(.note).isEmpty)
        #expect(try await first.all(.note) == [.note("a")])
    }

    @Test(arguments: StorageEngine.shared)
    func aLaterInstanceFindsEverything(engine: StorageEngine) async throws {
        let fixture = try await engine.makeFixture()
        let first = fixture.open()
        try await first.save(.note("a"), .note("b"), .tag("t"), .link("l", to: "a"))
        try await first.delete(.note("b"))
        let later = fixture.open()
        #expect(try await later.all(.note, .tag, .link) == [.note("a"), .tag("t"), .link("l", to: "a")])
        #expect(try await fixture.open().links(to: "a") == [.link("l", to: "a")])
        #expect(try await fixture.open().find("a", "b") == [.note("a")])
    }

    @Test(arguments: StorageEngine.shared)
    func eachInstanceSeesTheOthersChangesAtOnce(engine: StorageEngine) async throws {
        let fixture = try await engine.makeFixture()
        let (first, second) = (fixture.open(), fixture.open())
        #expect(try await second.all(.note).isEmpty)
        try await first.save(.note("a"))
        #expect(try await second.all(.note) == [.note("a")])
        try await second.save(.note("a", "changed"), .note("b"), .link("l", to: "a"))
        #expect(try await first.find("a") == [.note("a", "changed")])
        #expect(try await first.links(to: "a") == [.link("l", to: "a")])
        let read = try await first.perform { reader throws(StorageError) in ([], try await reader.all(.note)) }
        #expect(read == [.note("a", "changed"), .note("b")])
        try await first.delete(.note("b"), .link("l", to: "a"))
        #expect(try await second.links(to: "a").isEmpty)
        #expect(try await second.find("b").isEmpty)
        for number in 1...20 {
            try await (number.isMultiple(of: 2) ? first : second).append("\(number)", to: "a")
            let other = number.isMultiple(of: 2) ? second : first
            #expect(try await other.find("a").first?.text.hasSuffix(" \(number)") == true)
        }
    }

    /// An instance reads the news repeatedly while another makes changes.
    @Test(arguments: StorageEngine.shared)
    func newsIncludeChangesByAnotherInstance(engine: StorageEngine) async throws {
        let fixture = try await engine.makeFixture()
        let (store, other) = (fixture.open(), fixture.open())
        var replica = Replica()
        for number in 1...20 {
            try await other.save(.note("n\(number % 3)", "\(number)"), .tag("t\(number)"))
            if number.isMultiple(of: 4) { try await other.delete(.note("n\(number % 3)")) }
            replica.apply(try await store.news(of: [.note], since: replica.version), of: [.note], at: #_sourceLocation)
            #expect(replica.samples == (try await fixture.open().all(.note)))
        }
        #expect(replica.samples == [.note("n0", "18"), .note("n1", "19")])
    }

    /// A program that knows one kind keeps the records of others, even after enough writes for a store to compact its
    /// file.
    @Test(arguments: StorageEngine.shared)
    func recordsOfUnknownKindsAreKept(engine: StorageEngine) async throws {
        let fixture = try await engine.makeFixture()
        let unknown = [Sample.tag("t", "kept"), Sample.tag("u"), Sample.link("l", to: "n1")]
        try await fixture.open().change(unknown.map { $0.saving() })
        let store = fixture.open()
        for number in 1...80 {
            let text = String(repeating: "\(number) ", count: 1000)
            try await store.save(.note("n\(number % 3)", text))
        }
        try await store.delete(.note("n0", ""))
        for store in [fixture.open(), store] {
            #expect(try await store.all(.tag, .link) == unknown)
            #expect(try await store.links(to: "n1") == [.link("l", to: "n1")])
            #expect(try await store.all(.note).map(\.id) == ["n1", "n2"])
        }
        try await fixture.open().delete(.tag("u"))
        #expect(try await store.all(.tag) == [.tag("t", "kept")])
    }

    @Test(arguments: StorageEngine.shared)
    func aChangeByAnotherInstanceIsSeen(engine: StorageEngine) async throws {
        let fixture = try await engine.makeFixture()
        let (store, other) = (fixture.open(), fixture.open())
        try await store.save(.note("a"))
        let seen = RecordObservation(store, .note)
        #expect(try await seen.next() == [.note("a")])
        try await other.save(.note("b"), .tag("t"))
        #expect(try await seen.next() == [.note("a"), .note("b")])
        try await other.delete(.note("a"))
        #expect(try await seen.next() == [.note("b")])
        try await store.save(.note("c"))
        #expect(try await seen.next() == [.note("b"), .note("c")])
    }

    /// The first element is there before watching has begun. A change in between must be seen, too.
    @Test(arguments: StorageEngine.shared)
    func aChangeByAnotherInstanceRightAfterObservingBeginsIsSeen(engine: StorageEngine) async throws {
        let fixture = try await engine.makeFixture()
        let other = fixture.open()
        try await other.save(.note("a", "0"))
        for number in 1...20 {
            let seen = RecordObservation(fixture.open(), .note)
            try await other.save(.note("a", "\(number)"))
            // Some stores already include this change in the first element.
            #expect(try await seen.next { $0 == [.note("a", "\(number)")] }.count == 1)
        }
    }

    @Test(arguments: StorageEngine.shared)
    func theLastOfManyQuickChangesByAnotherInstanceIsSeen(engine: StorageEngine) async throws {
        let fixture = try await engine.makeFixture()
        let seen = RecordObservation(fixture.open(), .note)
        async let changes: Void = {
            let other = fixture.open()
            for number in 1...60 { try await other.save(.note("n\(number)")) }
        }()
        var latest = -1
        while latest < 60 {
            let samples = try await seen.next()
            #expect(samples.count > latest)
            latest = samples.count
        }
        try await changes
    }

    @Test(arguments: StorageEngine.shared)
    func everyObserverSeesAChangeByAnotherInstance(engine: StorageEngine) async throws {
        let fixture = try await engine.makeFixture()
        let store = fixture.open()
        let subscribers = (1...20).map { _ in RecordObservation(store, .note) }
        for seen in subscribers { #expect(try await seen.next() == []) }
        try await fixture.open().save(.note("a"))
        for seen in subscribers { #expect(try await seen.next() == [.note("a")]) }
    }
}
