import Testing

@testable import Storage

extension RecordStoreContractTests {
    @Test(arguments: StorageEngine.tested)
    func insertsAndReplaces(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        try await store.save(.note("a", "one"), .note("b", "two"))
        try await store.save(.note("a", "three"), .note("c", "four"))
        #expect(try await store.all(.note) == [.note("a", "three"), .note("b", "two"), .note("c", "four")])
    }

    @Test(arguments: StorageEngine.tested)
    func deletes(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        try await store.save(.note("a"), .note("b"), .note("c"))
        try await store.delete(.note("a"), .note("c"))
        #expect(try await store.all(.note) == [.note("b")])
        #expect(try await store.find("a", "b", "c") == [.note("b")])

        // Deleted records can be saved and deleted again.
        try await store.save(.note("a", "again"))
        #expect(try await store.all(.note) == [.note("a", "again"), .note("b")])
        try await store.delete(.note("a", "again"))
        #expect(try await store.all(.note) == [.note("b")])
        try await store.delete(.note("b"))
        #expect(try await store.news(of: [.note], since: nil).changes.isEmpty)
    }

    @Test(arguments: StorageEngine.tested)
    func aUnitOfWorkIsStoredWhole(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        try await store.save(.note("a"), .note("b"))
        let answer = try await store.perform { _ throws(StorageError) in
            ([Sample.note("a").deleting, Sample.tag("t").saving(), Sample.link("l", to: "b").saving()], "done")
        }
        #expect(answer == "done")
        #expect(try await store.all(.note, .tag, .link) == [.note("b"), .tag("t"), .link("l", to: "b")])
    }

    @Test(arguments: StorageEngine.tested)
    func aUnitOfWorkThatThrowsStoresNothing(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        try await store.save(.note("a"))
        let refusal = StorageError.notAStore(location: "here", reason: "the test says so")
        let version = try await store.news(of: [.note], since: nil).version
        await #expect(throws: refusal) {
            try await store.perform { reader throws(StorageError) in
                guard try await reader.all(.note).isEmpty else { throw refusal }
                return ([Sample.note("b").saving()], ())
            }
        }
        #expect(try await store.all(.note, .tag) == [.note("a")])
        // The next unit of work starts from the unchanged records.
        try await store.save(.tag("t"))
        #expect(try await store.all(.note, .tag) == [.note("a"), .tag("t")])
        #expect(try await store.news(of: [.note], since: nil).version != version)
    }

    @Test(arguments: StorageEngine.tested)
    func aUnitOfWorkMayChangeNothing(engine: StorageEngine) async throws {
        let fixture = try await engine.makeFixture()
        let store = fixture.open()
        #expect(try await store.perform { reader throws(StorageError) in ([], try await reader.all(.note)) } == [])
        try await store.save(.note("a"))
        let read = try await store.perform { reader throws(StorageError) in
            ([], try await reader.all(.note) + reader.find("a") + reader.links(to: "a"))
        }
        #expect(read == [.note("a"), .note("a")])
        #expect(try await store.all(.note, .tag, .link) == [.note("a")])
    }

    @Test(arguments: StorageEngine.tested)
    func aUnitOfWorkReadsTheCurrentRecords(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        try await store.save(.note("a"), .link("l", to: "a"))
        let version = try await store.news(of: [.note], since: nil).version
        try await store.save(.note("b"))
        try await store.perform { reader throws(StorageError) in
            #expect(try await reader.all(.note, .link) == [.note("a"), .note("b"), .link("l", to: "a")])
            #expect(try await reader.find("b", "c") == [.note("b")])
            #expect(try await reader.links(to: "a") == [.link("l", to: "a")])
            let news = try await reader.news(of: [.note], since: version)
            let saved = news.changes[.note]?.saved.samples(of: .note)
            #expect(saved == (news.isComplete ? [.note("a"), .note("b")] : [.note("b")]))
            return ([Sample.note("a", "read").saving()], ())
        }
        #expect(try await store.find("a") == [.note("a", "read")])
    }
}
