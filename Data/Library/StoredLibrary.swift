public import Domain
public import Storage
import Synchronization

/// A library in any record store.
public final class StoredLibrary: Library {
    let store: any RecordStore
    let schema: LibrarySchema
    let command: RecordedCommand
    /// Whether the next call of `observe` begins with what was last seen.
    private let showsLastSeen: Atomic<Bool>
    let cache = EntityCache()

    /// A library of the entities of `schema` in `store`. It leaves other records there alone. `now` returns the seconds
    /// since 1970, for `undo`; without it, changes have no time.
    public convenience init(
        _ store: any RecordStore, schema: LibrarySchema, now: @escaping @Sendable () -> Int? = { nil }
    ) {
        self.init(store, schema, RecordedCommand("", now: now))
    }

    private init(
        _ store: any RecordStore, _ schema: LibrarySchema, _ command: RecordedCommand, showsLastSeen: Bool = false
    ) {
        (self.store, self.schema, self.command) = (store, schema, command)
        self.showsLastSeen = Atomic(showsLastSeen)
    }

    /// If the store can't be reached, its error follows what was last seen.
    public func showingLastSeen() -> any Library { StoredLibrary(store, schema, command, showsLastSeen: true) }

    public func recording(_ command: String, hasSeveralUnits: Bool) -> any Library {
        StoredLibrary(store, schema, self.command.named(command, hasSeveralUnits: hasSeveralUnits))
    }

    /// This library, which reads and writes through a wrapper around its store.
    public func over(_ wrap: (any RecordStore) -> any RecordStore) -> StoredLibrary {
        StoredLibrary(wrap(store), schema, command)
    }

    public var batchSize: Int { store.batchSize }

    /// Reads the present contents of the store.
    var reader: EntityReader { EntityReader(records: store, cache: cache) }

    public func repository<Entity: LibraryEntity>(of type: Entity.Type) -> any Repository<Entity> {
        schema.typed(schema.types[schema.index(of: type)].repository(in: self), for: type)
    }

    public func snapshot() async throws(LibraryError) -> LibrarySnapshot { try await reader.snapshot(of: schema.types) }

    public func excerpt<Entity: FieldedEntity>(
        for query: Query<Entity>, folding: TextFolding
    ) async throws(LibraryError) -> LibraryExcerpt<Entity> {
        // A snapshot that is in memory costs only the changes.
        guard cache.state(of: schema.types).version == nil else {
            return LibraryExcerpt(query, of: try await snapshot(), folding: folding)
        }
        let fields = query.neededFields
        let read = try await reader.excerpt(
            of: schema.types[schema.index(of: Entity.self)], among: schema.types,
            needed: fields.map { Set($0.map(\.rawValue)) }
        ) { query.candidates(in: $0, folding) }
        // The schema reads this type; an empty list in place of a wrong one would hide a mistake.
        guard let found = read.found as? [Entity] else { preconditionFailure("the schema read no \(Entity.self)") }
        let list = SearchedEntities(found, fields: fields, in: read.others, folding: folding)
        return LibraryExcerpt(page: list.page(query), others: read.others)
    }

    public func observe() -> Updates<LibrarySnapshot> {
        if showsLastSeen.exchange(false, ordering: .relaxed) { return observeAfterLastSeen() }
        return observe(schema.types) { $0 }
    }

    /// The result of `part` for all entities of these types, now and after each change. Skips a value that equals the
    /// one before.
    func observe<Part: Equatable & Sendable>(
        _ types: [any StoredEntity.Type], _ part: @escaping @Sendable (LibrarySnapshot) -> Part
    ) -> Updates<Part> {
        Updates(store.observe(types.map { $0.kind }), state: EntityCache.State()) {
            [cache] state, news throws(LibraryError) in
            // Each page of a view observes the library: what another has read needs no reading.
            let known = cache.state(of: types)
            state = known.version == news.version ? known : try state.applying(news, to: types)
            cache.keep(state, of: types)
            return part(state.snapshot)
        }
    }

    public func rehearse<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        try await StagedUnit(over: reader, schema: schema).outcome(of: work).value.get()
    }

    public func perform<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        cache.forgetRecords()
        let outcome = try await reading(
            await store.perform { records in
                let unit = StagedUnit(over: EntityReader(records: records, cache: self.cache), schema: self.schema)
                let outcome = await unit.outcome(of: work)
                let changes = self.command.recording(outcome.changes)
                return (changes, (value: outcome.value, isChanged: !changes.isEmpty))
            })
        if outcome.isChanged { await command.keepUnit(in: store) }
        return try outcome.value.get()
    }
}

/// A repository outside units of work: it reads the library's present contents, and each change is a unit of its own.
struct StoredRepository<Entity: StoredEntity>: Repository {
    let library: StoredLibrary

    func all() async throws(LibraryError) -> [Entity] { try await library.reader.all(Entity.self) }

    func find(_ id: Entity.ID) async throws(LibraryError) -> Entity? { try await library.reader.find(id) }

    func matching(_ key: Entity.LookupKey) async throws(LibraryError) -> [Entity] {
        try await library.reader.matching(key)
    }

    func matching(anyOf keys: [Entity.LookupKey]) async throws(LibraryError) -> [Entity] {
        try await library.reader.matching(anyOf: Set(keys))
    }

    func news(since mark: RepositoryMark?) async throws(LibraryError) -> RepositoryNews<Entity> {
        try await library.reader.news(of: Entity.self, since: mark)
    }

    func save(_ entities: [Entity]) async throws(LibraryError) {
        try await library.perform { unit throws(LibraryError) in
            try await unit.repository(of: Entity.self).save(entities)
        }
    }

    func delete(_ ids: [Entity.ID]) async throws(LibraryError) {
        try await library.perform { unit throws(LibraryError) in
            try await unit.repository(of: Entity.self).delete(ids)
        }
    }

    func observe() -> Updates<[Entity]> { library.observe([Entity.self]) { $0.entities(of: Entity.self) } }
}

extension StoredEntity {
    fileprivate static func repository(in library: StoredLibrary) -> any Sendable {
        StoredRepository<Self>(library: library)
    }
}

extension StoredLibrary {
    /// A library in memory with the contents of `snapshot`, for tests, previews and the demo.
    public static func inMemory(_ snapshot: LibrarySnapshot = LibrarySnapshot()) -> StoredLibrary {
        let schema = LibrarySchema.bookshelf
        return StoredLibrary(MemoryRecordStore(schema.types.flatMap { $0.records(of: snapshot) }), schema: schema)
    }
}

extension StoredEntity {
    fileprivate static func records(of snapshot: LibrarySnapshot) -> [RecordChange] {
        snapshot.entities(of: Self.self).map { entity in
            RecordChange(
                kind: kind, id: entity.id.recordID, json: entity.json(over: nil), keys: entity.storedKeys)
        }
    }
}

extension Query {
    /// The records that may be those of what it finds. This only spares reading the others: all conditions are checked in
    /// what was read, by `SearchedEntities`.
    fileprivate func candidates(in batch: RecordBatch, _ folding: TextFolding) -> RecordBatch {
        if let ids {
            let wanted = ids.map(\.recordID)
            // Most often it is one, and comparing is cheaper than hashing.
            if wanted.count <= 1 { return batch.with(batch.rows.filter { $0.id == wanted.first }) }
            let all = Set(wanted)
            return batch.with(batch.rows.filter { all.contains($0.id) })
        }
        var batch = batch
        for condition in conditions {
            guard case .named(let text) = condition.condition, condition.field.kind.form == .line else { continue }
            let filter = RecordMemberFilter(member: condition.field.name, text: folding(text.tidied))
            batch = filter.candidates(in: batch)
        }
        // What others say is in other records.
        let words = derivedFields.isEmpty ? folding(searchedWords).split(whereSeparator: \.isWhitespace) : []
        if words.isEmpty { return batch }
        return RecordTextFilter(words: words.map(String.init)) { folding($0) }.candidates(in: batch)
    }
}
