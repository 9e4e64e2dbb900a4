import Testing

@testable import Storage

extension RecordStoreContractTests {
    @Test(arguments: StorageEngine.tested)
    func namesTheKindsOfItsRecords(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        #expect(try await store.kinds(besides: []) == [])
        let story = RecordKind(singular: "story", plural: "stories")
        try await store.save(.note("a"), .note("b"), .tag("c"), .link("d", to: "a"))
        try await store.change([Sample(kind: story, id: "e", json: Array(#"{"id":"e"}"#.utf8)).saving()])
        #expect(try await store.kinds(besides: RecordKind.samples + [story]) == [])
        let others = try await store.kinds(besides: [.note])
        #expect(others.map(\.plural).sorted() == ["links", "stories", "tags"])
        // Under these names, a backup finds their records.
        let found = try await store.news(of: others, since: nil).changes
        #expect(Set(found.values.flatMap { $0.saved.rows.map(\.id) }) == Set(["c", "d", "e"].map(recordID)))
        try await store.delete(.tag("c"))
        #expect(try await store.kinds(besides: [.note]).map(\.plural).sorted() == ["links", "stories"])
    }

    /// A version that knows the kind finds its records, also by their lookup keys.
    @Test(arguments: StorageEngine.tested)
    func recordsOfUnknownKindsAreKeptAsStated(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        guard store.keepsUnknownKinds else { return }
        let link = Sample.link("d", to: "a")
        let kind = try #require(RecordKind(plural: link.kind.plural))
        try await store.change([RecordChange(kind: kind, id: link.recordID, json: link.json)])
        #expect(try await store.all(.link) == [link])
        #expect(try await store.links(to: "a").map(\.id) == ["d"])
    }
}
