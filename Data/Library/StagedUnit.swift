import Domain
import Storage
import Synchronization

/// A unit of work in progress: it collects changes. Its reads see these changes and the store's contents when it began.
struct StagedUnit: Repositories {
    private let schema: LibrarySchema
    /// One for each type of the schema, in its order.
    private let repositories: [any StagedChanges]

    init(over reader: EntityReader, schema: LibrarySchema) {
        self.schema = schema
        repositories = schema.types.map { $0.stagedRepository(over: reader) }
    }

    func repository<Entity: LibraryEntity>(of type: Entity.Type) -> any Repository<Entity> {
        schema.typed(repositories[schema.index(of: type)], for: type)
    }

    /// Carries out `work`, and returns its changes; none if it throws.
    func outcome<Value: Sendable>(
        of work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async -> (changes: [RecordChange], value: Result<Value, LibraryError>) {
        do {
            let value = try await work(self)
            var changes: [RecordChange] = []
            for repository in repositories { changes += try await repository.changes() }
            return (changes, .success(value))
        } catch {
            return ([], .failure(error))
        }
    }
}

/// The repository of one type in a unit of work, as the unit uses it.
private protocol StagedChanges: Sendable {
    /// The changes made in it. Reads the records that they replace or delete.
    func changes() async throws(LibraryError) -> [RecordChange]
}

extension StoredEntity {
    fileprivate static func stagedRepository(over reader: EntityReader) -> any StagedChanges {
        StagedRepository<Self>(over: reader)
    }
}

/// A repository inside a unit of work.
private final class StagedRepository<Entity: StoredEntity>: Repository, StagedChanges {
    private let reader: EntityReader
    private let pending = Mutex(EntityChanges<Entity>())

    init(over reader: EntityReader) {
        self.reader = reader
    }

    private var staged: EntityChanges<Entity> {
        pending.withLock { $0 }
    }

    func all() async throws(LibraryError) -> [Entity] {
        staged.applied(to: try await reader.all(Entity.self))
    }

    func find(_ id: Entity.ID) async throws(LibraryError) -> Entity? {
        let staged = staged
        if let saved = staged.saved[id] { return saved }
        return staged.deleted.contains(id) ? nil : try await reader.find(id)
    }

    func matching(_ key: Entity.LookupKey) async throws(LibraryError) -> [Entity] {
        staged.applied(to: try await reader.matching(key)) { $0.lookupKeys.contains(key) }
    }

    /// Returns all entities, without a mark, once this unit has changed any: its changes may yet be discarded.
    func news(since mark: RepositoryMark?) async throws(LibraryError) -> RepositoryNews<Entity> {
        let staged = staged
        let news = try await reader.news(of: Entity.self, since: staged.isEmpty ? mark : nil)
        return RepositoryNews(
            mark: staged.isEmpty ? news.mark : nil, isComplete: news.isComplete, saved: staged.applied(to: news.saved),
            deleted: news.deleted)
    }

    func save(_ entities: [Entity]) {
        pending.withLock { $0.save(entities) }
    }

    func delete(_ ids: [Entity.ID]) {
        pending.withLock { $0.delete(ids) }
    }

    func observe() -> Updates<[Entity]> {
        Updates { send throws(LibraryError) in send(try await self.all()) }
    }

    func changes() async throws(LibraryError) -> [RecordChange] {
        let staged = staged
        if staged.isEmpty { return [] }
        let ids = (Array(staged.saved.keys) + staged.deleted).sorted()
        let batch = try await reading(
            await reader.records.records(ids.map(\.recordID), of: Entity.kind))
        var replaced: [Entity.ID: (entity: Entity, json: ArraySlice<UInt8>)] = [:]
        for (row, entity) in zip(batch.rows, try Entity.entities(in: batch)) {
            replaced[entity.id] = (entity, batch.bytes[row.range])
        }
        return ids.compactMap { id in
            let old = replaced[id]
            let new = staged.saved[id]
            let json = new?.json(over: old?.json)
            // There was nothing to delete, or the record stays as it is.
            if json?[...] == old?.json { return nil }
            return RecordChange(
                kind: Entity.kind, id: id.recordID, json: json, keys: new?.storedKeys ?? [],
                oldKeys: old?.entity.storedKeys ?? [], replacing: old?.json)
        }
    }
}
