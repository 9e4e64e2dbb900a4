/// Reads records. What a unit of work is given reads one moment; a store reads what is there now.
///
/// Every method may fail with `StorageError`. A record of a kind that nobody asks for is never looked at.
public protocol RecordReader: Sendable {
    /// All records of these kinds; or, where the store still knows what has changed since `version`, only that.
    func news(of kinds: [RecordKind], since version: RecordVersion?) async throws(StorageError) -> RecordNews

    /// Those of the records that exist.
    func records(_ ids: [RecordID], of kind: RecordKind) async throws(StorageError) -> RecordBatch

    /// All records that were saved with that key, and perhaps others: the caller looks at each.
    func candidates(for key: LookupKey, of kind: RecordKind) async throws(StorageError) -> RecordBatch
}

/// Keeps records. Any number of instances, in one process or in several, may keep theirs in one place.
public protocol RecordStore: RecordReader {
    /// As many changes as one unit of work should have. A store that writes all of itself for each unit takes any number;
    /// a cluster limits the size of a transaction.
    var batchSize: Int { get }

    /// Carries out a unit of work: the changes that `work` returns are kept together, or, where this throws, not at all,
    /// unless the error is `StorageError.unknownOutcome`. They are as durable as the store is once this returns. Each
    /// record is changed at most once, and only existing ones are deleted.
    ///
    /// No other writer gets between what `work` reads and what it changes. It may run more than once, when another writer
    /// was faster; so it has no effect of its own. It never uses the store itself, which might wait for this very unit.
    func perform<Value: Sendable>(
        _ work: @Sendable (any RecordReader) async throws(StorageError) -> ([RecordChange], Value)
    ) async throws(StorageError) -> Value

    /// The present records of these kinds first, then each later change in order, whoever made it, until the task that
    /// iterates is cancelled. A failure is the last element; once its cause is gone, a new call works.
    ///
    /// Of changes that another process makes in quick succession some may be told together. The last one always is.
    func observe(_ kinds: [RecordKind]) -> RecordUpdates
}

/// What `RecordStore.observe` gives.
public typealias RecordUpdates = AsyncStream<Result<RecordNews, StorageError>>
