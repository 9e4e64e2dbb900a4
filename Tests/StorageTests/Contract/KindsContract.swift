import Testing

@testable import Storage

extension RecordStoreContractTests {
    @Test(arguments: StorageEngine.tested)
    func namesTheKindsOfItsRecords(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        #expect(try await store.kinds(besides: []) == [])
        try await store.save(.note("a"), .note("b"), .tag("c"), .link("d", to: "a"))
        #expect(try await store.kinds(besides: RecordKind.samples) == [])
        if engine.store.namesKinds {
            let others = try await store.kinds(besides: [.note])
            #expect(others.map(\.plural).sorted() == ["links", "tags"])
            // Under these names, a backup finds their records.
            let found = try await store.news(of: others, since: nil).changes
            #expect(Set(found.values.flatMap { $0.saved.rows.map(\.id) }) == [recordID("c"), recordID("d")])
            try await store.delete(.tag("c"))
            #expect(try await store.kinds(besides: [.note]).map(\.plural) == ["links"])
        } else {
            await #expect(throws: StorageError.self) { try await store.kinds(besides: [.note]) }
        }
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
