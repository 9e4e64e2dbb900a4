public import Domain
import Synchronization

/// A library in one file, `library.jsonl`: a journal of units of work, as `JournalFormat` describes it.
///
/// - A change is on the device when it is acknowledged, and costs the same however large the library is.
/// - Any number of processes may use the file. Units of work exclude each other by a lock; reading waits for nobody.
/// - A missing file is an empty library. A damaged one is an error that names the line, and is never written to.
/// - Another process's change is seen by the next read, and by those who observe as soon as `FileWatcher` tells of it.
public final class JSONFileLibrary: SourcedLibrary, RepairableLibrary {
    private let path: String
    private let files: any FileOperations
    private let patience: Duration
    private let watcher: FileWatcher
    private let turnstile = Turnstile()
    private let journal: Mutex<Journal>
    private let subscribers = Subscribers<LibrarySnapshot>()

    /// The name of the file in the directory of a library.
    public static let fileName = "library.jsonl"

    /// How many bytes make a file worth compacting where nothing else is said.
    public static let smallestToCompact = 1 << 16

    /// The library in the file at `path`. A symbolic link is followed. The directory is made when something is written.
    /// Whoever finds the lock taken waits as long as its patience. A file smaller than `smallestToCompact` bytes is
    /// never compacted.
    public init(
        path: String, files: any FileOperations = POSIXFiles(), patience: Duration = .seconds(10),
        smallestToCompact: Int = JSONFileLibrary.smallestToCompact, watcher: FileWatcher = .notified
    ) {
        self.path = path
        self.files = files
        self.patience = patience
        self.watcher = watcher
        self.journal = Mutex(Journal(path: path, files: files, smallestToCompact: smallestToCompact))
    }

    /// Small enough that a line of the journal can be looked at, and that damage to one line costs little.
    public var batchSize: Int { 500 }

    public func perform<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        await turnstile.enter()
        defer { turnstile.leave() }
        let lock = try await lock()
        defer { withExtendedLifetime(lock) {} }
        try withJournal { (_) throws(StoreError) in }
        let staging = Staging(over: sources())
        let value = try await work(staging.unit)
        let changes = staging.changes
        if !changes.isEmpty {
            try withJournal { journal throws(StoreError) in
                try journal.append(changes)
                notify(&journal)
                // The change is kept already. What can't be compacted now can be later.
                if journal.isWorthCompacting { try? journal.compact() }
            }
        }
        return value
    }

    /// Sets a damaged file aside, as `library.jsonl.damaged-1` or the next free number, and keeps all that is intact.
    /// Returns nil where nothing is damaged; then nothing is changed.
    public func repair() async throws(LibraryError) -> RepairReport? {
        // Where there is no library, not even a lock is made.
        guard try fileExists() else { return nil }
        await turnstile.enter()
        defer { turnstile.leave() }
        let lock = try await lock()
        defer { withExtendedLifetime(lock) {} }
        return try withJournalLocked { journal throws(StoreError) in
            let report = try journal.repair()
            notify(&journal)
            return report
        }
    }

    public func canRepair(_ error: LibraryError) -> Bool {
        guard case .store(.damaged(let place, _, _)) = error else { return false }
        return place == (try? resolvedPath())
    }

    public func snapshot() async throws(LibraryError) -> LibrarySnapshot {
        try withJournal { journal throws(StoreError) in try journal.snapshot() }
    }

    func sources() -> LibrarySources {
        LibrarySources(
            books: JournalSource<Book>(library: self), borrowers: JournalSource<Borrower>(library: self),
            loans: JournalSource<Loan>(library: self))
    }

    public func page(_ query: BookQuery, folding: TextFolding) async throws(LibraryError) -> BookPage {
        let filter = RecordTextFilter(query, folding: folding)
        let candidates = try withJournal { journal throws(StoreError) in try journal.snapshot(through: filter) }
        return query.page(of: candidates, folding: folding)
    }

    public func observe() -> Updates<LibrarySnapshot> {
        journal.withLock { journal in
            let present = Result { () throws(StoreError) in
                if try journal.refresh() { notify(&journal) }
                return try journal.snapshot()
            }
            return subscribers.subscribe(present: present.mapError { .store($0) }, watch: { await self.watch() })
        }
    }

    /// Takes in what others change, and keeps the library alive for as long as anyone observes it.
    private func watch() async {
        await watcher.follow(path) { isLastTry in
            journal.withLock { journal in
                do throws(StoreError) {
                    if try journal.refresh() { notify(&journal) }
                    return true
                } catch {
                    if isLastTry { subscribers.send(.failure(.store(error))) }
                    return false
                }
            }
        }
    }

    /// Reads from the file as it is now; nil where there is none.
    fileprivate func read<Value: Sendable>(
        _ read: (inout JournalContents, [UInt8]) throws(JournalDamage) -> Value
    ) throws(LibraryError) -> Value? {
        try withJournal { journal throws(StoreError) in try journal.read(read) }
    }

    /// The journal as the file is now. Those who observe hear first of what has changed in it.
    private func withJournal<Value: Sendable>(
        _ body: (inout Journal) throws(StoreError) -> Value
    ) throws(LibraryError) -> Value {
        try withJournalLocked { journal throws(StoreError) in
            if try journal.refresh() { notify(&journal) }
            return try body(&journal)
        }
    }

    /// The journal as it was read last.
    private func withJournalLocked<Value: Sendable>(
        _ body: (inout Journal) throws(StoreError) -> Value
    ) throws(LibraryError) -> Value {
        let result = journal.withLock { journal in
            Result { () throws(StoreError) in try body(&journal) }
        }
        return try result.mapError { LibraryError.store($0) }.get()
    }

    private func notify(_ journal: inout Journal) {
        // What can't be read now is news whenever it can be.
        guard !subscribers.isEmpty, (try? journal.refresh()) != nil else { return }
        subscribers.send(
            Result { () throws(StoreError) in try journal.snapshot() }.mapError { .store($0) })
    }

    private func lock() async throws(LibraryError) -> OpenFile {
        do throws(StoreError) {
            return try await FileLock(path: try resolvedPath() + ".lock", files: files, patience: patience).acquire()
        } catch {
            throw .store(error)
        }
    }

    private func fileExists() throws(LibraryError) -> Bool {
        do throws(FileError) {
            _ = try retrying { () throws(FileError) in try files.status(at: path) }
            return true
        } catch {
            if error.code == FileError.missing { return false }
            throw .store(StoreError(error, doing: "read the library", place: path))
        }
    }

    private func resolvedPath() throws(StoreError) -> String {
        do throws(FileError) {
            return try files.resolvingLinks(path)
        } catch {
            throw StoreError(error, doing: "find the library", place: path)
        }
    }
}

/// The entities of one type in a library's file, as it is whenever they are asked for. A unit of work holds the lock,
/// so they stay the same for it.
private struct JournalSource<Entity: JournaledEntity>: EntitySource {
    let library: JSONFileLibrary

    func all() throws(LibraryError) -> [Entity] {
        try library.read { contents, bytes throws(JournalDamage) in
            try contents[keyPath: Entity.table].all(in: bytes)
        } ?? []
    }

    func find(_ id: Entity.ID) throws(LibraryError) -> Entity? {
        try library.read { contents, bytes throws(JournalDamage) in
            try contents[keyPath: Entity.table].find(id, in: bytes)
        } ?? nil
    }

    func matching(_ key: Entity.LookupKey) throws(LibraryError) -> [Entity] {
        try library.read { contents, bytes throws(JournalDamage) in
            try contents[keyPath: Entity.table].matching(key, in: bytes)
        } ?? []
    }
}

/// An entity that has a table in the journal.
private protocol JournaledEntity: StoredEntity {
    static var table: WritableKeyPath<JournalContents, JournalTable<Self>> { get }
}

extension Book: JournaledEntity {
    static var table: WritableKeyPath<JournalContents, JournalTable<Book>> { \.books }
}

extension Borrower: JournaledEntity {
    static var table: WritableKeyPath<JournalContents, JournalTable<Borrower>> { \.borrowers }
}

extension Loan: JournaledEntity {
    static var table: WritableKeyPath<JournalContents, JournalTable<Loan>> { \.loans }
}
