public import Domain

/// A library in any key-value store: each entity is a value, named after its type and identifier.
///
/// It is what many projects do with `UserDefaults`: simple, and good for some hundred books. Every unit of work reads
/// and writes the store as a whole.
public final class KeyValueLibrary: SourcedLibrary {
    private let store: any KeyValueStore

    public init(store: any KeyValueStore) {
        self.store = store
    }

    public var batchSize: Int { .max }

    public func perform<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        while true {
            let before = try await values()
            let staging = Staging(over: try LibraryTables(before).sources)
            let value = try await work(staging.unit)
            let changes = staging.changes
            if changes.isEmpty { return value }
            if try await update(changes.texts(over: before), expecting: before) { return value }
        }
    }

    public func observe() -> Updates<LibrarySnapshot> {
        store.observe().map { values throws(LibraryError) in try LibraryTables(values).snapshot }
    }

    func sources() async throws(LibraryError) -> LibrarySources {
        try LibraryTables(try await values()).sources
    }

    private func values() async throws(LibraryError) -> KeyValues {
        do throws(StoreError) {
            return try await store.values()
        } catch {
            throw .store(error)
        }
    }

    private func update(
        _ changes: [String: JSONText?], expecting expected: KeyValues
    ) async throws(LibraryError) -> Bool {
        do throws(StoreError) {
            return try await store.update(changes, expecting: expected)
        } catch {
            throw .store(error)
        }
    }
}

extension LibraryTables {
    /// Reads all entities among `values`.
    fileprivate init(_ values: KeyValues) throws(LibraryError) {
        self.init(
            books: InMemoryTable(try entities(in: values)), borrowers: InMemoryTable(try entities(in: values)),
            loans: InMemoryTable(try entities(in: values)))
    }
}

private func entities<Entity: StoredEntity>(in values: KeyValues) throws(LibraryError) -> [Entity] {
    let prefix = Entity.Record.kind + "."
    var entities: [Entity] = []
    for (name, text) in values where name.hasPrefix(prefix) {
        do throws(RecordError) {
            entities.append(try Entity.Record.entity(in: text.bytes))
        } catch {
            throw .store(.damaged(place: "“\(name)”", line: nil, reason: error.explanation))
        }
    }
    return entities
}

extension LibraryChanges {
    /// The values that these changes set and remove.
    fileprivate func texts(over values: KeyValues) -> [String: JSONText?] {
        books.texts(over: values)
            .merging(borrowers.texts(over: values)) { first, _ in first }
            .merging(loans.texts(over: values)) { first, _ in first }
    }
}

extension EntityChanges where Entity: StoredEntity {
    fileprivate func texts(over values: KeyValues) -> [String: JSONText?] {
        var texts: [String: JSONText?] = [:]
        for (id, entity) in saved {
            let name = "\(Entity.Record.kind).\(id)"
            texts[name] = .some(JSONText(Entity.Record(entity).json(keepingUnknownOf: values[name]?.bytes[...])))
        }
        for id in deleted { texts["\(Entity.Record.kind).\(id)"] = .some(nil) }
        return texts
    }
}
