import Testing

@testable import Storage

extension RecordStoreContractTests {
    @Test(arguments: StorageEngine.tested)
    func observersGetTheCurrentRecordsAndEachLaterChange(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        try await store.save(.note("a", "one"))
        let seen = RecordObservation(store, .note)
        #expect(try await seen.next() == [.note("a", "one")])
        try await store.save(.note("b"))
        #expect(try await seen.next() == [.note("a", "one"), .note("b")])
        try await store.save(.note("a", "two"))
        #expect(try await seen.next() == [.note("a", "two"), .note("b")])
        try await store.delete(.note("b"))
        #expect(try await seen.next() == [.note("a", "two")])
        try await store.delete(.note("a", "two"))
        #expect(try await seen.next() == [])
    }

    @Test(arguments: StorageEngine.tested)
    func observingAnEmptyStoreStartsWithNoRecords(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        let seen = RecordObservation(store, .note, .tag)
        #expect(try await seen.next() == [])
        try await store.save(.tag("t"))
        #expect(try await seen.next() == [.tag("t")])
    }

    @Test(arguments: StorageEngine.tested)
    func bufferedChangesAreAllSeenInOrder(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        let seen = RecordObservation(store, .note)
        #expect(try await seen.next() == [])
        var expected: [[Sample]] = []
        for number in 10..<20 {
            try await store.save(.note("n\(number)"))
            expected.append((10...number).map { .note("n\($0)") })
        }
        for samples in expected { #expect(try await seen.next() == samples) }
    }

    /// The current records may be read before or after the change. Either way it is seen.
    @Test(arguments: StorageEngine.tested)
    func aChangeRightAfterObservingBeginsIsSeen(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        try await store.save(.note("a", "0"))
        for number in 1...20 {
            let seen = RecordObservation(store, .note)
            try await store.save(.note("a", "\(number)"))
            #expect(try await seen.next { $0 == [.note("a", "\(number)")] }.count == 1)
        }
    }

    @Test(arguments: StorageEngine.tested)
    func onlyChangesOfRequestedKindsAreSeen(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        try await store.save(.note("a"))
        let notes = RecordObservation(store, .note)
        let both = RecordObservation(store, .note, .tag)
        #expect(try await notes.next() == [.note("a")])
        #expect(try await both.next() == [.note("a")])
        try await store.save(.tag("t"))
        try await store.save(.link("l", to: "a"))
        _ = try await store.perform { reader throws(StorageError) in ([], try await reader.all(.note)) }
        try await store.save(.note("a", "changed"))
        // No element without changes came in between.
        #expect(try await notes.next() == [.note("a", "changed")])
        #expect(try await both.next() == [.note("a"), .tag("t")])
        #expect(try await both.next() == [.note("a", "changed"), .tag("t")])
    }

    @Test(arguments: StorageEngine.tested)
    func aUnitOfWorkIsSeenWholeOrNotAtAll(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        let seen = RecordObservation(store, .note, .tag)
        #expect(try await seen.next() == [])
        let refusal = StorageError.notAStore(location: "here", reason: "the test says so")
        await #expect(throws: refusal) {
            try await store.perform { _ throws(StorageError) -> ([RecordChange], Void) in throw refusal }
        }
        try await store.save(.note("a"), .tag("t"), .note("b"))
        #expect(try await seen.next() == [.note("a"), .note("b"), .tag("t")])
        try await store.change([Sample.note("a").deleting, Sample.tag("t", "changed").saving()])
        #expect(try await seen.next() == [.note("b"), .tag("t", "changed")])
    }

    @Test(arguments: StorageEngine.tested)
    func cancellingEndsIt(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let observing = Task {
            var count = 0
            for await update in store.observe([.note]) {
                _ = try update.get()
                count += 1
                start.yield()
            }
            return count
        }
        for await _ in started { break }
        observing.cancel()
        #expect(try await observing.value == 1)
    }

    @Test(arguments: StorageEngine.tested)
    func theEndOfOneObserverDoesNotAffectOthers(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        let (first, second) = (RecordObservation(store, .note), RecordObservation(store, .note))
        for seen in [first, second] { #expect(try await seen.next() == []) }
        do {
            let third = RecordObservation(store, .note)
            #expect(try await third.next() == [])
        }
        for number in 1...3 {
            try await store.save(.note("a", "\(number)"))
            // A later observer starts with the current records.
            let late = RecordObservation(store, .note)
            #expect(try await late.next() == [.note("a", "\(number)")])
        }
        for expected: [Sample] in [[.note("a", "1")], [.note("a", "2")], [.note("a", "3")]] {
            #expect(try await first.next() == expected)
            #expect(try await second.next() == expected)
        }
    }

    @Test(arguments: StorageEngine.tested)
    func observersThatStartDuringWritesMissNothing(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        let count = 20
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...count {
                group.addTask { try await store.save(.note("n\(number)")) }
                group.addTask {
                    let seen = RecordObservation(store, .note)
                    var latest = -1
                    // The count grows with each update, and the last one must come.
                    while latest < count {
                        let samples = try await seen.next()
                        #expect(samples.count > latest)
                        latest = samples.count
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.all(.note).count == count)
    }
}
