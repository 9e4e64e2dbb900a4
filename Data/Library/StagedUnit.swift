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

    /// Carries out `work`, checks the rules, and returns the changes; none if one of these throws.
    func outcome<Value: Sendable>(
        of work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async -> (changes: [RecordChange], value: Result<Value, LibraryError>) {
        do {
            let value = try await work(self)
            try await checkRules()
            var changes: [RecordChange] = []
            for repository in repositories { changes += try await repository.changes() }
            return (changes, .success(value))
        } catch {
            return ([], .failure(error))
        }
    }

    /// Checks the rules for everything that was changed. Returns what the rules removed besides; it is checked, too.
    @discardableResult
    func checkRules() async throws(LibraryError) -> [any StoredEntity] {
        for repository in repositories { repository.expectRemovals() }
        var isChanged = true
        while isChanged {
            isChanged = false
            for repository in repositories {
                if try await repository.checkRules(of: schema.types, in: self) { isChanged = true }
            }
        }
        return repositories.flatMap { $0.unexpectedRemovals }
    }
}

/// The repository of one type in a unit of work, as the unit uses it.
private protocol StagedChanges: Sendable {
    /// Says that what is removed by now was meant to be.
    func expectRemovals()
    /// What was removed since, by the rules.
    var unexpectedRemovals: [any StoredEntity] { get }

    /// Checks the rules of these types for what was changed here since the last call; false if nothing was. Reads the
    /// records that the changes replace or delete.
    func checkRules(of types: [any StoredEntity.Type], in unit: StagedUnit) async throws(LibraryError) -> Bool

    /// The changes made in it. Reads the records that they replace or delete, unless the rules were checked.
    func changes() async throws(LibraryError) -> [RecordChange]
}

extension StoredEntity {
    fileprivate static func stagedRepository(over reader: EntityReader) -> any StagedChanges {
        StagedRepository<Self>(over: reader)
    }

    fileprivate static func checkRules<Target>(
        for changes: [EntityChange<Target>], in unit: StagedUnit
    ) async throws(LibraryError) {
        for rule in rules { try await rule.check(targets: changes, in: unit) }
    }
}

extension Identifier {
    /// Sorts the bits: sorting a generic type takes ten times as long.
    fileprivate static func sorted(_ ids: [Self]) -> [Self] { ids.map(\.bits).sorted().map { Self(bits: $0) } }
}

/// A repository inside a unit of work.
private final class StagedRepository<Entity: StoredEntity>: Repository, StagedChanges {
    private let reader: EntityReader
    private let pending = Mutex(EntityChanges<Entity>())
    /// What was found in the store. The rules ask again for much of what the work has read.
    private let found = Mutex<[Entity.ID: Entity?]>([:])
    /// The records that the changes replace or delete.
    private let replaced = Mutex<[Entity.ID: (entity: Entity, json: ArraySlice<UInt8>)?]>([:])
    /// What the rules were checked for.
    private let checked = Mutex<(saved: Set<Entity.ID>, deleted: Set<Entity.ID>)>(([], []))
    private let expected = Mutex<Set<Entity.ID>>([])

    init(over reader: EntityReader) { self.reader = reader }

    private var staged: EntityChanges<Entity> { pending.withLock { $0 } }

    func all() async throws(LibraryError) -> [Entity] { staged.applied(to: try await reader.all(Entity.self)) }

    func find(_ id: Entity.ID) async throws(LibraryError) -> Entity? {
        let staged = staged
        if let saved = staged.saved[id] { return saved }
        if staged.deleted.contains(id) { return nil }
        if let known = found.withLock({ $0[id] }) { return known }
        let entity: Entity? = try await reader.find(id)
        found.withLock { $0[id] = .some(entity) }
        return entity
    }

    func matching(_ key: Entity.LookupKey) async throws(LibraryError) -> [Entity] {
        staged.applied(to: try await reader.matching(key)) { $0.lookupKeys.contains(key) }
    }

    func matching(anyOf keys: [Entity.LookupKey]) async throws(LibraryError) -> [Entity] {
        let wanted = Set(keys)
        let staged = staged
        let stored: [Entity] = try await reader.matching(anyOf: wanted)
        return stored.filter { staged.saved[$0.id] == nil && !staged.deleted.contains($0.id) }
            + Entity.entities(of: Array(staged.saved.values), having: wanted)
    }

    /// Returns all entities, without a mark, once this unit has changed any: its changes may yet be discarded.
    func news(since mark: RepositoryMark?) async throws(LibraryError) -> RepositoryNews<Entity> {
        let staged = staged
        let news = try await reader.news(of: Entity.self, since: staged.isEmpty ? mark : nil)
        return RepositoryNews(
            mark: staged.isEmpty ? news.mark : nil, isComplete: news.isComplete, saved: staged.applied(to: news.saved),
            deleted: news.deleted)
    }

    func save(_ entities: [Entity]) { pending.withLock { $0.save(entities) } }

    func delete(_ ids: [Entity.ID]) { pending.withLock { $0.delete(ids) } }

    func observe() -> Updates<[Entity]> { Updates { send throws(LibraryError) in send(try await self.all()) } }

    func expectRemovals() { expected.withLock { $0 = staged.deleted } }

    var unexpectedRemovals: [any StoredEntity] {
        let ids = staged.deleted.subtracting(expected.withLock { $0 }).sorted()
        return replaced.withLock { replaced in ids.compactMap { replaced[$0]??.entity } }
    }

    func checkRules(of types: [any StoredEntity.Type], in unit: StagedUnit) async throws(LibraryError) -> Bool {
        let staged = staged
        let unchecked = checked.withLock { checked in
            let ids =
                staged.saved.keys.filter { !checked.saved.contains($0) }
                + staged.deleted.filter { !checked.deleted.contains($0) }
            checked = (Set(staged.saved.keys), staged.deleted)
            return Entity.ID.sorted(ids)
        }
        if unchecked.isEmpty { return false }
        let before = try await replaced(by: unchecked)
        let changes = unchecked.map { EntityChange(before: before[$0]??.entity, after: staged.saved[$0]) }
        for rule in Entity.rules { try await rule.check(changes, in: unit) }
        for type in types { try await type.checkRules(for: changes, in: unit) }
        return true
    }

    /// The records that changes of these entities replace or delete; nil for new entities.
    private func replaced(
        by ids: [Entity.ID]
    ) async throws(LibraryError) -> [Entity.ID: (entity: Entity, json: ArraySlice<UInt8>)?] {
        var replaced = self.replaced.withLock { $0 }
        let unread = ids.filter { replaced[$0] == nil }
        if unread.isEmpty { return replaced }
        let batch = try await reading(await reader.records.records(unread.map(\.recordID), of: Entity.kind))
        for id in unread { replaced[id] = .some(nil) }
        for (row, entity) in zip(batch.rows, try Entity.entities(in: batch)) {
            replaced[entity.id] = (entity, batch.bytes[row.range])
        }
        self.replaced.withLock { [replaced] in $0 = replaced }
        return replaced
    }

    func changes() async throws(LibraryError) -> [RecordChange] {
        let staged = staged
        if staged.isEmpty { return [] }
        let ids = Entity.ID.sorted(Array(staged.saved.keys) + staged.deleted)
        let replaced = try await replaced(by: ids)
        return ids.compactMap { id in
            let old = replaced[id] ?? nil
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
