/// A version of a store's contents. Only the store that returned it can report what has changed since.
public struct RecordVersion: Hashable, Sendable {
    /// Distinguishes the store, and each time it was read from the beginning.
    let origin: UInt64
    /// Increases with each unit of work while `origin` is the same.
    let number: Int64
    /// The number of records of each kind, for stores that detect deletions by counting.
    private(set) var counts: [RecordKind: Int] = [:]
}

/// Records of some kinds at one version: all of them, or what has changed since an earlier version.
public struct RecordNews: Sendable {
    /// The saved records and the deleted identifiers of one kind; no record is in both.
    public struct Changes: Sendable {
        public var saved: RecordBatch
        public var deleted: [RecordID] = []
    }

    public let version: RecordVersion
    /// Whether `changes` has all records, rather than only those that changed.
    public let isComplete: Bool
    /// The changes by kind, without kinds that have none.
    public let changes: [RecordKind: Changes]

    public init(version: RecordVersion, isComplete: Bool, changes: [RecordKind: Changes]) {
        self.version = version
        self.isComplete = isComplete
        self.changes = changes
    }
}
