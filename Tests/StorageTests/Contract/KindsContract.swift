import Testing

@testable import Storage

extension RecordStoreContractTests {
    @Test(arguments: StorageEngine.tested)
    func namesTheKindsOfItsRecords(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        #expect(try await store.kinds(besides: []) == [])
        try await store.save(.note("a"), .note("b"), .tag("c"), .link("d", to: "a"))
        #expect(try await store.kinds(besides: RecordKind.samples) == [])
        if engine == .keyValue {
            // Its names have only the singular.
            await #expect(throws: StorageError.self) { try await store.kinds(besides: [.note]) }
        } else {
            #expect(try await store.kinds(besides: [.note]).map(\.plural).sorted() == ["links", "tags"])
            try await store.delete(.tag("c"))
            #expect(try await store.kinds(besides: [.note]).map(\.plural) == ["links"])
        }
    }

    /// A version that knows the kind finds its records, also by their lookup keys.
    @Test(arguments: StorageEngine.tested)
    func recordsOfUnknownKindsAreKeptAsDeclared(engine: StorageEngine) async throws {
        let store = try await engine.makeStore()
        try #require(store.keepsUnknownKinds == (engine == .journal))
        guard store.keepsUnknownKinds else { return }
        let link = Sample.link("d", to: "a")
        let kind = try #require(RecordKind(plural: link.kind.plural))
        try await store.change([RecordChange(kind: kind, id: link.recordID, json: link.json)])
        #expect(try await store.all(.link) == [link])
        #expect(try await store.links(to: "a").map(\.id) == ["d"])
    }
}
