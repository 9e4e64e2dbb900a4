import Synchronization

/// A file's records as last read by this process; a value type. `LocalRecordStore` turns it into a record store.
protocol RecordFile: FileContents {
    // Answers as of the last `refresh`. The mutating methods may sort what has changed, so that it is sorted once.
    mutating func news(of kinds: [RecordKind], since version: RecordVersion?) -> RecordNews
    func records(_ ids: [RecordID], of kind: RecordKind) -> RecordBatch
    mutating func candidates(for key: LookupKey, of kind: RecordKind) -> RecordBatch

    func kinds(besides kinds: [RecordKind]) -> [RecordKind]

    /// Stores the changes of a unit of work durably, all or none. Call it with `lock` held, after a `refresh` that
    /// succeeded.
    mutating func commit(_ changes: [RecordChange], holding lock: FileLock) throws(StorageError)
}

/// A record store in a file that several processes share. A lock admits one writer at a time; readers don't wait for
/// it.
final class LocalRecordStore<File: RecordFile>: RecordStore {
    let file: SharedFile<File>
    let batchSize: Int

    init(_ file: SharedFile<File>, batchSize: Int) {
        self.file = file
        self.batchSize = batchSize
    }

    func news(of kinds: [RecordKind], since version: RecordVersion?) throws(StorageError) -> RecordNews {
        try file.read { file in file.news(of: kinds, since: version) }
    }

    func records(_ ids: [RecordID], of kind: RecordKind) throws(StorageError) -> RecordBatch {
        try file.read { file in file.records(ids, of: kind) }
    }

    func candidates(for key: LookupKey, of kind: RecordKind) throws(StorageError) -> RecordBatch {
        try file.read { file in file.candidates(for: key, of: kind) }
    }

    /// Lookup keys aren't stored: the text of a record has them.
    var keepsUnknownKinds: Bool { true }

    func kinds(besides kinds: [RecordKind]) throws(StorageError) -> [RecordKind] {
        try file.read { file in file.kinds(besides: kinds) }
    }

    func perform<Value: Sendable>(
        _ work: @Sendable (any RecordReader) async throws(StorageError) -> ([RecordChange], Value)
    ) async throws(StorageError) -> Value {
        try await file.locked { lock throws(StorageError) in
            let (changes, value) = try await work(self)
            if changes.isEmpty { return value }
            // Nil if the lock was lost meanwhile; then the unit runs again.
            return try file.write(holding: lock) { file throws(StorageError) in
                try file.commit(changes, holding: lock)
                return value
            }
        }
    }

    func observe(_ kinds: [RecordKind]) -> RecordUpdates {
        let seen = Mutex<RecordVersion?>(nil)
        return file.observe { file in
            seen.withLock { seen in
                let news = file.news(of: kinds, since: seen)
                defer { seen = news.version }
                return news.isComplete || !news.changes.isEmpty ? news : nil
            }
        }
    }
}
