/// A moment in the life of a store. Only the store that gave it can tell what has changed since.
public struct RecordVersion: Hashable, Sendable {
    /// Told apart from versions of another store, or of the same store read from the beginning again.
    let origin: UInt64
    /// Grows with each unit of work.
    let number: Int64
    /// How many records of each kind there were, for stores that tell from it whether any were deleted.
    let counts: [RecordKind: Int]

    init(origin: UInt64, number: Int64, counts: [RecordKind: Int] = [:]) {
        self.origin = origin
        self.number = number
        self.counts = counts
    }
}

/// Records of some kinds as they are at one moment: all of them, or what has changed since an earlier one.
public struct RecordNews: Sendable {
    /// The records of one kind that were saved, and the identifiers of those that were deleted; none is in both.
    public struct Changes: Sendable {
        public var saved: RecordBatch
        public var deleted: [RecordID]

        public init(saved: RecordBatch, deleted: [RecordID] = []) {
            self.saved = saved
            self.deleted = deleted
        }
    }

    /// The moment.
    public let version: RecordVersion
    /// Whether `changes` holds all records there are, and not only what has changed.
    public let isComplete: Bool
    /// Without the kinds that have no changes.
    public let changes: [RecordKind: Changes]

    public init(version: RecordVersion, isComplete: Bool, changes: [RecordKind: Changes]) {
        self.version = version
        self.isComplete = isComplete
        self.changes = changes
    }
}
