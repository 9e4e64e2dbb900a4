import Domain
import Synchronization

/// All entities of one type as they were at one revision, with their records, which may have members that this version
/// does not know.
struct EtcdTable<Entity: EtcdEntity>: Sendable {
    private(set) var table = InMemoryTable<Entity>()
    private(set) var json: [Entity.ID: [UInt8]] = [:]

    /// Makes those changes. Throws `StoreError.damaged`, naming the key, where a value is no record.
    mutating func apply(_ events: [EtcdNews.Event], layout: EtcdLayout, place: String) throws(StoreError) {
        table.apply(try layout.changes(by: events, place: place))
        for event in events {
            let id = try layout.id(of: event.entry, as: Entity.self, place: place)
            json[id] = event.isDeletion ? nil : event.entry.value
        }
    }
}

/// A whole library as it is read from a cluster, and as it changes.
struct EtcdTables: Sendable {
    private var tables = LibraryTables()

    var snapshot: LibrarySnapshot { tables.snapshot }

    init() {}

    /// Reads a part of a library. Throws `StoreError`, naming the key, where a value is not what it should be.
    init(_ entries: [EtcdKeyValue], layout: EtcdLayout, place: String) throws(StoreError) {
        var (books, borrowers, loans) = ([Book](), [Borrower](), [Loan]())
        books.reserveCapacity(entries.count)
        for entry in entries {
            if layout.holds(Book.self, entry) {
                books.append(try layout.entity(in: entry, place: place))
            } else if layout.holds(Loan.self, entry) {
                loans.append(try layout.entity(in: entry, place: place))
            } else if layout.holds(Borrower.self, entry) {
                borrowers.append(try layout.entity(in: entry, place: place))
            } else if entry.key == layout.format {
                try layout.checkFormat(entry.value, place: place)
            }
        }
        tables = LibraryTables(
            books: InMemoryTable(inOrder: books), borrowers: InMemoryTable(inOrder: borrowers),
            loans: InMemoryTable(inOrder: loans))
    }

    /// Adds what comes after it in the order of the keys.
    mutating func append(_ next: EtcdTables) {
        tables.books.append(next.tables.books)
        tables.borrowers.append(next.tables.borrowers)
        tables.loans.append(next.tables.loans)
    }

    /// Makes the changes of a unit of work.
    mutating func apply(_ events: [EtcdNews.Event], layout: EtcdLayout, place: String) throws(StoreError) {
        for event in events where event.entry.key == layout.format && !event.isDeletion {
            try layout.checkFormat(event.entry.value, place: place)
        }
        tables.apply(
            LibraryChanges(
                books: try layout.changes(by: events, place: place),
                borrowers: try layout.changes(by: events, place: place),
                loans: try layout.changes(by: events, place: place)))
    }
}

extension EtcdLayout {
    /// Whether an entity of that type lies there.
    func holds<Entity: EtcdEntity>(_: Entity.Type, _ entry: EtcdKeyValue) -> Bool {
        entry.key.hasPrefix(entities(Entity.self).start)
    }

    /// What those events change among the entities of one type.
    func changes<Entity: EtcdEntity>(
        by events: [EtcdNews.Event], place: String
    ) throws(StoreError) -> EntityChanges<Entity> {
        var changes = EntityChanges<Entity>()
        for event in events where holds(Entity.self, event.entry) {
            if event.isDeletion {
                changes.delete([try id(of: event.entry, as: Entity.self, place: place)])
            } else {
                changes.save([try entity(in: event.entry, place: place)])
            }
        }
        return changes
    }

    /// The identifier that a key names.
    func id<Entity: EtcdEntity>(
        of entry: EtcdKeyValue, as _: Entity.Type, place: String
    ) throws(StoreError) -> Entity.ID {
        guard let id = Entity.ID(utf8: entry.key.utf8.dropFirst(entities(Entity.self).start.utf8.count)) else {
            throw .damaged(place: "“\(entry.key)” in \(place)", line: nil, reason: "it names no \(Entity.Record.kind)")
        }
        return id
    }

    /// The entity that lies there.
    func entity<Entity: EtcdEntity>(in entry: EtcdKeyValue, place: String) throws(StoreError) -> Entity {
        let id = try id(of: entry, as: Entity.self, place: place)
        let entity: Entity
        do throws(RecordError) {
            entity = try Entity.Record.entity(in: entry.value)
        } catch {
            throw .damaged(place: "“\(entry.key)” in \(place)", line: nil, reason: error.explanation)
        }
        guard entity.id == id else {
            throw .damaged(place: "“\(entry.key)” in \(place)", line: nil, reason: "its “id” is “\(entity.id)”")
        }
        return entity
    }
}

/// What was last read of all entities of one type. Reading them again costs only what has changed since.
final class EtcdMirror<Entity: EtcdEntity>: Sendable {
    private struct State {
        var table = EtcdTable<Entity>()
        /// 0 where nothing was read yet.
        var revision: Int64 = 0
    }

    private let state = Mutex(State())

    func table(at moment: EtcdMoment) async throws(LibraryError) -> EtcdTable<Entity> {
        let known = state.withLock { $0 }
        if known.revision == moment.revision { return known.table }
        let table = try await newTable(over: known, at: moment)
        state.withLock { state in
            if moment.revision > state.revision { state = State(table: table, revision: moment.revision) }
        }
        return table
    }

    private func newTable(over known: State, at moment: EtcdMoment) async throws(LibraryError) -> EtcdTable<Entity> {
        let range = moment.layout.entities(Entity.self)
        if known.revision > 0, known.revision < moment.revision {
            var changed = EtcdRead(range)
            changed.leastRevision = known.revision + 1
            let mark = EtcdRead(.key(moment.layout.mark(Entity.self)))
            let found = try await moment.read([changed, mark])
            if found[1].entries.allSatisfy({ $0.modified <= known.revision }) {
                return try table(known.table, with: found[0].entries, at: moment)
            }
        }
        return try table(EtcdTable(), with: try await moment.readAll(range), at: moment)
    }

    private func table(
        _ table: EtcdTable<Entity>, with entries: [EtcdKeyValue], at moment: EtcdMoment
    ) throws(LibraryError) -> EtcdTable<Entity> {
        var table = table
        do throws(StoreError) {
            try table.apply(
                entries.map { EtcdNews.Event(entry: $0) }, layout: moment.layout, place: moment.place)
        } catch {
            throw .store(error)
        }
        return table
    }
}
