import Domain
import Synchronization

/// All entities of one type as they were at one revision, with their records, which may have members that this version
/// does not know.
struct EtcdTable<Entity: EtcdEntity>: Sendable {
    private(set) var table = InMemoryTable<Entity>()
    private(set) var json: [Entity.ID: [UInt8]] = [:]

    /// Makes those changes. Throws `StoreError.damaged`, naming the key, where a value is no record.
    mutating func apply(_ events: [EtcdNews.Event], in folder: EtcdFolder<Entity>) throws(StoreError) {
        table.apply(try folder.changes(by: events))
        for event in events {
            let id = try folder.id(of: event.entry)
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
    init(_ entries: [EtcdKeyValue], _ layout: EtcdLayout) throws(StoreError) {
        var (books, borrowers, loans) = ([Book](), [Borrower](), [Loan]())
        books.reserveCapacity(entries.count)
        for entry in entries {
            if layout.books.holds(entry) {
                books.append(try layout.books.entity(in: entry))
            } else if layout.loans.holds(entry) {
                loans.append(try layout.loans.entity(in: entry))
            } else if layout.borrowers.holds(entry) {
                borrowers.append(try layout.borrowers.entity(in: entry))
            } else if entry.key == layout.format {
                try layout.checkFormat(entry.value)
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
    mutating func apply(_ events: [EtcdNews.Event], _ layout: EtcdLayout) throws(StoreError) {
        for event in events where event.entry.key == layout.format && !event.isDeletion {
            try layout.checkFormat(event.entry.value)
        }
        tables.apply(
            LibraryChanges(
                books: try layout.books.changes(by: events),
                borrowers: try layout.borrowers.changes(by: events),
                loans: try layout.loans.changes(by: events)))
    }
}

/// What was last read of all entities of one type. Reading them again costs only what has changed since.
final class EtcdMirror<Entity: EtcdEntity>: Sendable {
    private struct State {
        var table = EtcdTable<Entity>()
        /// 0 where nothing was read yet.
        var revision: Int64 = 0
    }

    private let folder: EtcdFolder<Entity>
    private let state = Mutex(State())

    init(_ folder: EtcdFolder<Entity>) {
        self.folder = folder
    }

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
        let range = folder.range
        if known.revision > 0, known.revision < moment.revision {
            var changed = EtcdRead(range)
            changed.leastRevision = known.revision + 1
            let found = try await moment.read([changed])[0]
            if found.lacksNothing(of: known.table.table.all().count, since: known.revision) {
                return try table(known.table, with: found.entries)
            }
        }
        return try table(EtcdTable(), with: try await moment.readAll(range))
    }

    private func table(
        _ table: EtcdTable<Entity>, with entries: [EtcdKeyValue]
    ) throws(LibraryError) -> EtcdTable<Entity> {
        var table = table
        do throws(StoreError) {
            try table.apply(entries.map { EtcdNews.Event(entry: $0) }, in: folder)
        } catch {
            throw .store(error)
        }
        return table
    }
}
