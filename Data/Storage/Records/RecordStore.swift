/// Reads records. Within a unit of work, all reads see one snapshot; a store reads the current records.
///
/// Every method may throw `StorageError`. Records of kinds that aren't asked for are not examined.
public protocol RecordReader: Sendable {
    /// All records of these kinds or, if the store still knows what has changed since `version`, only the changes.
    func news(of kinds: [RecordKind], since version: RecordVersion?) async throws(StorageError) -> RecordNews

    /// The records with these identifiers, without those that don't exist.
    func records(_ ids: [RecordID], of kind: RecordKind) async throws(StorageError) -> RecordBatch

    /// All records saved with that key, and possibly others: the caller must check each.
    func candidates(for key: LookupKey, of kind: RecordKind) async throws(StorageError) -> RecordBatch
}

/// Stores records. Any number of instances, in one process or several, may use one location.
public protocol RecordStore: RecordReader {
    /// The largest number of changes a unit of work should have. A store that rewrites everything for each unit has no
    /// limit; another may limit the size of a unit.
    var batchSize: Int { get }

    /// The kinds that have records here, other than `kinds`, each with its plural and a singular that finds these records
    /// here; it may be the plural once more.
    func kinds(besides kinds: [RecordKind]) async throws(StorageError) -> [RecordKind]

    /// Whether records of such a kind can be saved here and found again by a version that knows the kind: the store
    /// needs neither their singular nor their lookup keys.
    var keepsUnknownKinds: Bool { get }

    /// Carries out a unit of work: the changes that `work` returns are stored together. If this throws, none is stored,
    /// unless the error is `StorageError.unknownOutcome`. When it returns, they are as durable as the store is. Each
    /// record is changed at most once, and only existing records may be deleted.
    ///
    /// No other writer intervenes between what `work` reads and what it changes. After a conflict with another writer
    /// `work` runs again, so it must have no side effects. It must not use the store itself, which might wait for this
    /// very unit.
    func perform<Value: Sendable>(
        _ work: @Sendable (any RecordReader) async throws(StorageError) -> ([RecordChange], Value)
    ) async throws(StorageError) -> Value

    /// The records of these kinds as this machine last saw them, which may be old, without asking another machine. Nil if
    /// it has none, or if the store is on this machine.
    func lastSeen(_ kinds: [RecordKind]) async -> RecordNews?

    /// The current records of these kinds first, then each later change in order, including those by other processes
    /// and machines, until the iterating task is cancelled. A failure is the last element; once its cause is gone, a
    /// new call works.
    ///
    /// Changes that another process makes in quick succession may arrive combined. The last one always arrives.
    func observe(_ kinds: [RecordKind]) -> RecordUpdates
}

/// The elements of `RecordStore.observe`.
public typealias RecordUpdates = AsyncStream<Result<RecordNews, StorageError>>
