import Synchronization

/// A record store in a journal that several processes share. A lock admits one writer at a time; readers don't wait for
/// it.
final class JournalStore: ListedRecordStore, RepairableRecordStore {
    static let isShared = true
    static let isOptimistic = false
    static let fileExtension: String? = "jsonl"
    static let formatVersion: Int? = JournalFormat.version
    static let knowsChanges = true

    private let file: SharedFile<Journal>

    convenience init(_ location: StorageLocation) {
        self.init(
            path: location.path("jsonl"), format: location.format, files: location.files,
            patience: location.patience, watcher: location.watcher, notice: location.notice)
    }

    /// The store in the journal at `path`. Writers wait up to `patience` for the lock.
    init(
        path: String, format: String, files: any FileOperations = POSIXFiles(), patience: Duration = .seconds(10),
        watcher: FileWatcher = .notified, notice: @escaping @Sendable (StorageNotice) -> Void = { _ in }
    ) {
        file = SharedFile(
            path: path, files: files, patience: patience, watcher: watcher,
            contents: Journal(path: path, format: format, files: files, notice: notice))
    }

    /// Small units keep a line readable, and limit what damage to one line costs.
    var batchSize: Int { 500 }

    /// Lookup keys aren't stored: the text of a record has them.
    var keepsUnknownKinds: Bool { true }

    func news(of kinds: [RecordKind], since version: RecordVersion?) throws(StorageError) -> RecordNews {
        try file.read { journal in journal.news(of: kinds, since: version) }
    }

    func records(_ ids: [RecordID], of kind: RecordKind) throws(StorageError) -> RecordBatch {
        try file.read { journal in journal.records(ids, of: kind) }
    }

    func candidates(for key: LookupKey, of kind: RecordKind) throws(StorageError) -> RecordBatch {
        try file.read { journal in journal.candidates(for: key, of: kind) }
    }

    func kinds(besides kinds: [RecordKind]) throws(StorageError) -> [RecordKind] {
        try file.read { journal in journal.kinds(besides: kinds) }
    }

    func perform<Value: Sendable>(
        _ work: @Sendable (any RecordReader) async throws(StorageError) -> ([RecordChange], Value)
    ) async throws(StorageError) -> Value {
        try await file.locked { lock throws(StorageError) in
            let (changes, value) = try await work(self)
            if changes.isEmpty { return value }
            // Nil if the lock was lost meanwhile; then the unit runs again.
            return try file.write(holding: lock) { journal throws(StorageError) in
                try journal.commit(changes, holding: lock)
                return value
            }
        }
    }

    func observe(_ kinds: [RecordKind]) -> RecordUpdates {
        let seen = Mutex<RecordVersion?>(nil)
        return file.observe { journal in
            seen.withLock { seen in
                let news = journal.news(of: kinds, since: seen)
                defer { seen = news.version }
                return news.isComplete || !news.changes.isEmpty ? news : nil
            }
        }
    }

    func repair(
        acceptingEdits: Bool, tidying: @Sendable (RecordKind, ArraySlice<UInt8>) -> [UInt8]?,
        saving: @Sendable (RecordRepair) throws(StorageError) -> Void
    ) async throws(StorageError) -> RecordRepair? {
        // Without a journal, don't create a lock file either.
        if (try? file.read { $0.isMissing }) == true { return nil }
        return try await file.locked { lock throws(StorageError) -> RecordRepair?? in
            try file.write(holding: lock, isRepair: true) { journal throws(StorageError) in
                try journal.repair(acceptingEdits: acceptingEdits, tidying: tidying, saving: saving)
            }
        }
    }

    func putBack(_ damagedFile: String, replacing version: RecordVersion) async throws(StorageError) -> String? {
        try await file.locked { lock throws(StorageError) -> String?? in
            try file.write(holding: lock) { journal throws(StorageError) in
                journal.news(of: [], since: nil).version == version ? try journal.putBack(damagedFile) : nil
            }
        }
    }

    func remedy(for error: StorageError) -> RepairRemedy? {
        guard case .damaged(let location, _, _) = error,
            location == (try? file.files.resolvingLinks(file.path))
        else { return nil }
        return (try? file.read { _ in true }) == nil ? .repair : .edit
    }
}
