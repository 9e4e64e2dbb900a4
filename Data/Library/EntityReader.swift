import Domain
import Storage
import Synchronization

/// Reads entities from records. It caches complete snapshots, so that the next one costs only the changes.
struct EntityReader: Sendable {
    let records: any RecordReader
    let cache: EntityCache

    /// All entities of these types at one moment.
    func snapshot(of types: [any StoredEntity.Type]) async throws(LibraryError) -> LibrarySnapshot {
        let known = cache.state(of: types)
        let news = try await reading(await records.news(of: types.map { $0.kind }, since: known.version))
        if !news.isComplete, news.changes.isEmpty { return known.snapshot }
        let state = try known.applying(news, to: types)
        cache.keep(state, of: types)
        return state.snapshot
    }

    /// Of `type`, the entities in the `candidates` of its records, perhaps without members that are not `needed`; and all
    /// entities of the other types. Not cached: they are not everything.
    func excerpt(
        of type: any StoredEntity.Type, among types: [any StoredEntity.Type], needed: Set<String>?,
        _ candidates: (RecordBatch) -> RecordBatch
    ) async throws(LibraryError) -> (found: any Sendable, others: LibrarySnapshot) {
        let news = try await allRecords(of: types)
        let others = try EntityCache.State().applying(news, to: types.filter { $0 != type }).snapshot
        return (try type.found(in: news.changes[type.kind].map { candidates($0.saved) }, needed), others)
    }

    /// All records of these types. They are kept for the next call: a store may be on another machine.
    private func allRecords(of types: [any StoredEntity.Type]) async throws(LibraryError) -> RecordNews {
        let kinds = types.map { $0.kind }
        let kept = cache.records(of: types)
        var news = try await reading(await records.news(of: kinds, since: kept?.version))
        if !news.isComplete {
            if let kept, news.changes.isEmpty { return kept }
            news = try await reading(await records.news(of: kinds, since: nil))
        }
        cache.keep(news, of: types)
        return news
    }

    func all<Entity: StoredEntity>(_ type: Entity.Type) async throws(LibraryError) -> [Entity] {
        try await snapshot(of: [type]).entities(of: type)
    }

    func news<Entity: StoredEntity>(
        of type: Entity.Type, since mark: RepositoryMark?
    ) async throws(LibraryError) -> RepositoryNews<Entity> {
        let news = try await reading(await records.news(of: [Entity.kind], since: mark?.value as? RecordVersion))
        let changes = news.changes[Entity.kind]
        let saved = try changes.map { changes throws(LibraryError) in try Entity.entities(in: changes.saved) }
        cache.index(saved ?? [], since: news.isComplete ? nil : mark?.value as? RecordVersion, until: news.version)
        return RepositoryNews(
            mark: RepositoryMark(news.version), isComplete: news.isComplete, saved: saved ?? [],
            deleted: changes?.deleted.compactMap { Entity.ID($0) } ?? [])
    }

    func find<Entity: StoredEntity>(_ id: Entity.ID) async throws(LibraryError) -> Entity? {
        let batch = try await reading(await records.records([id.recordID], of: Entity.kind))
        return try Entity.entities(in: batch).first
    }

    func matching<Entity: StoredEntity>(_ key: Entity.LookupKey) async throws(LibraryError) -> [Entity] {
        guard let stored = Entity.inStores(key) else {
            return try await all(Entity.self).filter { $0.lookupKeys.contains(key) }
        }
        let batch = try await reading(await records.candidates(for: stored, of: Entity.kind))
        return try Entity.entities(in: batch).filter { $0.lookupKeys.contains(key) }
    }

    /// The entities that have one of these keys, each once. A file store looks at every record for each key, so many keys
    /// are looked up in an index of this process, which is brought up to date first.
    func matching<Entity: StoredEntity>(anyOf keys: Set<Entity.LookupKey>) async throws(LibraryError) -> [Entity] {
        if keys.count <= 16 {
            var found: [Entity.ID: Entity] = [:]
            for key in keys {
                let entities: [Entity] = try await matching(key)
                for entity in entities { found[entity.id] = entity }
            }
            return Array(found.values)
        }
        let mark = cache.indexVersion(of: Entity.self).map { RepositoryMark($0) }
        let news: RepositoryNews<Entity> = try await news(of: Entity.self, since: mark)
        guard let ids = cache.indexed(keys, of: Entity.self, at: news.mark?.value as? RecordVersion) else {
            // Another task has moved the index meanwhile.
            let all: RepositoryNews<Entity> = try await self.news(of: Entity.self, since: nil)
            return Entity.entities(of: all.saved, having: keys)
        }
        if ids.isEmpty { return [] }
        let batch = try await reading(await records.records(ids.map(\.recordID), of: Entity.kind))
        return Entity.entities(of: try Entity.entities(in: batch), having: keys)
    }
}

/// The result of `read`; an error becomes `LibraryError.store`.
func reading<Value>(
    _ read: @autoclosure () async throws(StorageError) -> Value
) async throws(LibraryError) -> Value {
    do {
        return try await read()
    } catch {
        throw .store(StoreError(error))
    }
}

/// The entities of one type that had a lookup key at some time up to a version. An entity that lost the key stays.
private struct KeyIndex<Entity: StoredEntity>: Sendable {
    var version: RecordVersion
    var ids: [Entity.LookupKey: [Entity.ID]] = [:]
}

/// The latest snapshot read for each list of types.
final class EntityCache: Sendable {
    struct State: Sendable {
        /// Nil before the first read.
        var version: RecordVersion?
        var snapshot = LibrarySnapshot()

        func applying(_ news: RecordNews, to types: [any StoredEntity.Type]) throws(LibraryError) -> State {
            var state = news.isComplete ? State() : self
            state.version = news.version
            for type in types {
                if let changes = news.changes[type.kind] { try state.snapshot.apply(changes, to: type) }
            }
            return state
        }
    }

    private let states = Mutex<[[ObjectIdentifier]: State]>([:])
    private let records = Mutex<[[ObjectIdentifier]: RecordNews]>([:])
    private let indices = Mutex<[ObjectIdentifier: any Sendable]>([:])

    func state(of types: [any StoredEntity.Type]) -> State {
        states.withLock { $0[types.map { ObjectIdentifier($0) }] ?? State() }
    }

    func keep(_ state: State, of types: [any StoredEntity.Type]) {
        states.withLock { $0[types.map { ObjectIdentifier($0) }] = state }
        forgetRecords()
    }

    /// The records that were read without making entities of all of them.
    func records(of types: [any StoredEntity.Type]) -> RecordNews? {
        records.withLock { $0[types.map { ObjectIdentifier($0) }] }
    }

    func keep(_ news: RecordNews, of types: [any StoredEntity.Type]) {
        records.withLock { $0[types.map { ObjectIdentifier($0) }] = news }
    }

    /// The version up to which the lookup keys of that type are indexed; nil without an index.
    func indexVersion<Entity: StoredEntity>(of type: Entity.Type) -> RecordVersion? {
        indices.withLock { ($0[ObjectIdentifier(type)] as? KeyIndex<Entity>)?.version }
    }

    /// The entities that had one of these keys at some time; nil if the index is of another version.
    func indexed<Entity: StoredEntity>(
        _ keys: Set<Entity.LookupKey>, of type: Entity.Type, at version: RecordVersion?
    ) -> Set<Entity.ID>? {
        indices.withLock { indices in
            guard let index = indices[ObjectIdentifier(type)] as? KeyIndex<Entity>, index.version == version else {
                return nil
            }
            return Set(keys.lazy.compactMap { index.ids[$0] }.joined())
        }
    }

    /// Adds to the index what was saved since `start`, which must be its version; nil replaces it.
    func index<Entity: StoredEntity>(_ saved: [Entity], since start: RecordVersion?, until end: RecordVersion) {
        indices.withLock { indices in
            let type = ObjectIdentifier(Entity.self)
            var index = KeyIndex<Entity>(version: end)
            if let start {
                // Moved out, so that it can grow without being copied.
                guard let known = indices.removeValue(forKey: type) as? KeyIndex<Entity> else { return }
                index = consume known
                guard index.version == start else {
                    indices[type] = index
                    return
                }
                index.version = end
            }
            Entity.index(saved, in: &index.ids)
            indices[type] = index
        }
    }

    /// A store can't add to records in memory that are shared, but would copy them all.
    func forgetRecords() { records.withLock { $0 = [:] } }
}

extension StoredEntity {
    /// An array of this type.
    fileprivate static func found(
        in batch: RecordBatch?, _ needed: Set<String>?
    ) throws(LibraryError) -> any Sendable {
        guard let batch else { return [Self]() }
        return try entities(in: batch, needed: needed)
    }
}

extension LibrarySnapshot {
    fileprivate mutating func apply<Entity: StoredEntity>(
        _ news: RecordNews.Changes, to type: Entity.Type
    ) throws(LibraryError) {
        let saved = try Entity.entities(in: news.saved)
        let present = entities(of: type)
        if present.isEmpty, news.deleted.isEmpty { return set(saved) }
        var changes = EntityChanges<Entity>()
        changes.delete(news.deleted.compactMap { Entity.ID($0) })
        changes.save(saved)
        set(changes.applied(to: present))
    }
}

extension Identifier {
    init?(_ id: RecordID) { self.init("\(id)") }

    /// The identifier in record stores, with the same text.
    var recordID: RecordID {
        guard let id = RecordID(description) else { preconditionFailure("record stores accept every identifier") }
        return id
    }
}
