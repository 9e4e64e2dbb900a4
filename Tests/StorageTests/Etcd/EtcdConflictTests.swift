import Testing

@testable import Storage

/// A rule that a unit of work checks is not broken by another writer who gets between its reads and its end: the unit
/// runs again, and sees what the other has changed.
@Suite("Conflicts in etcd", .needsEtcd, .timeLimit(.minutes(5)))
struct EtcdConflictTests {
    @Test func whatAnotherAddsIsNews() async throws {
        let place = try await EtcdPlace()
        try await place.store().save(.note("1"))
        let run = try await place.run { reader throws(StorageError) in
            let all = try await reader.all(.note)
            return (all.count < 2 ? [Sample.note("3").saving()] : [], all)
        } whileAnother: { store throws(StorageError) in
            try await store.save(.note("2"))
        }
        #expect(run == .init(2, [.note("1"), .note("2")]))
        #expect(try await place.store().all(.note) == [.note("1"), .note("2")])
    }

    @Test func whatAnotherDeletesIsNoNews() async throws {
        let place = try await EtcdPlace()
        try await place.store().save(.note("1"), .note("2"))
        let run = try await place.run { reader throws(StorageError) in
            let all = try await reader.all(.note)
            return (all.count > 1 ? [Sample.note("1").deleting] : [], all)
        } whileAnother: { store throws(StorageError) in
            try await store.delete(.note("2"))
        }
        #expect(run == .init(2, [.note("1")]))
        #expect(try await place.store().all(.note) == [.note("1")])
    }

    /// The news of a version say the same as complete ones, and are as good a condition.
    @Test(arguments: [true, false])
    func whatAnotherChangesSinceAVersionIsSeen(isAdded: Bool) async throws {
        let place = try await EtcdPlace()
        let store = place.store(slot: 0)
        try await store.save(.note("1"), .note("2"))
        let version = try await store.news(of: [.note], since: nil).version
        let (runs, another) = (Runs(), place.store(slot: 1))
        let isComplete = try await store.perform { reader throws(StorageError) in
            let news = try await reader.news(of: [.note], since: version)
            if await runs.next() == 1 {
                #expect(!news.isComplete && news.changes.isEmpty)
                if isAdded { try await another.save(.note("3")) } else { try await another.delete(.note("2")) }
            }
            return ([Sample.note("1", "new").saving()], news.isComplete)
        }
        #expect(await runs.count == 2)
        #expect(isComplete == !isAdded)
    }

    @Test func whatAnotherChangesIsFound() async throws {
        let place = try await EtcdPlace()
        try await place.store().save(.note("1", "first"))
        let run = try await place.run { reader throws(StorageError) in
            let found = try await reader.find("1", "2")
            return ([Sample.tag("1").saving()], found)
        } whileAnother: { store throws(StorageError) in
            try await store.save(.note("1", "changed"))
        }
        #expect(run == .init(2, [.note("1", "changed")]))
    }

    @Test func whatAnotherAddsIsNoLongerMissing() async throws {
        let place = try await EtcdPlace()
        try await place.store().save(.note("1"))
        let run = try await place.run { reader throws(StorageError) in
            let found = try await reader.find("2")
            return (found.isEmpty ? [Sample.note("2", "mine").saving()] : [], found)
        } whileAnother: { store throws(StorageError) in
            try await store.save(.note("2", "theirs"))
        }
        #expect(run == .init(2, [.note("2", "theirs")]))
    }

    @Test func whatAnotherAddsIsACandidate() async throws {
        let place = try await EtcdPlace()
        try await place.store().save(.note("1"))
        let run = try await place.save(.link("1", to: "1"), whileAnotherSaves: .link("2", to: "1"))
        #expect(run == .init(2, [.link("2", to: "1")]))
        #expect(try await place.store().all(.link) == [.link("2", to: "1")])
    }

    @Test func whatAnotherDeletesIsNoCandidate() async throws {
        let place = try await EtcdPlace()
        try await place.store().save(.link("1", to: "1"))
        let run = try await place.run { reader throws(StorageError) in
            let links = try await reader.links(to: "1")
            return (links.isEmpty ? [] : [Sample.tag("1").saving()], links)
        } whileAnother: { store throws(StorageError) in
            try await store.delete(.link("1", to: "1"))
        }
        #expect(run == .init(2, []))
        #expect(try await place.store().all(.tag).isEmpty)
    }

    /// More records than a transaction can have conditions.
    @Test(arguments: [true, false])
    func whatAnotherAddsToManyOrDeletesOfThemIsSeen(isAdded: Bool) async throws {
        let place = try await EtcdPlace()
        let links = (101...240).map { Sample.link("\($0)", to: "1") }
        let other = Sample.link(isAdded ? "241" : "240", to: "1")
        try await place.store().save(links)
        let run = try await place.run { reader throws(StorageError) in
            let found = try await reader.links(to: "1")
            return (found == links ? [Sample.tag("1").saving()] : [], found)
        } whileAnother: { store throws(StorageError) in
            if isAdded { try await store.save(other) } else { try await store.delete(other) }
        }
        #expect(run == .init(2, isAdded ? links + [other] : links.dropLast()))
        #expect(try await place.store().all(.tag).isEmpty)
    }

    @Test func whatWasNotReadMayChange() async throws {
        let place = try await EtcdPlace()
        try await place.store().save(.note("1"), .note("2"))
        let run = try await place.save(.link("1", to: "1"), whileAnotherSaves: .link("2", to: "2"))
        #expect(run == .init(1, []))
        #expect(try await place.store().all(.link) == [.link("1", to: "1"), .link("2", to: "2")])
    }
}

/// How often a unit of work ran, and what it read the last time.
private struct Run: Equatable {
    let count: Int
    let read: [Sample]

    init(_ count: Int, _ read: [Sample]) {
        (self.count, self.read) = (count, read)
    }
}

extension EtcdPlace {
    /// Carries out a unit of work, which returns what it has read. At the end of its first run, before its changes are
    /// kept, another writer makes a change.
    ///
    /// The other leaves its stamp in another slot, and the store must have been written to before. Otherwise slot and
    /// format would tell of a conflict, whatever was read.
    fileprivate func run(
        _ work: @Sendable (any RecordReader) async throws(StorageError) -> ([RecordChange], [Sample]),
        whileAnother change: @Sendable (EtcdRecordStore) async throws(StorageError) -> Void
    ) async throws -> Run {
        let runs = Runs()
        let another = store(slot: 1)
        let read = try await store(slot: 0).perform { reader throws(StorageError) in
            let (changes, read) = try await work(reader)
            if await runs.next() == 1 { try await change(another) }
            return (changes, read)
        }
        return Run(await runs.count, read)
    }

    /// Saves a link unless there is one to the same note, while another writer saves one, too.
    fileprivate func save(_ link: Sample, whileAnotherSaves other: Sample) async throws -> Run {
        try await run { reader throws(StorageError) in
            let links = try await reader.links(to: link.target ?? "")
            return (links.isEmpty ? [link.saving()] : [], links)
        } whileAnother: { store throws(StorageError) in
            try await store.save(other)
        }
    }
}
