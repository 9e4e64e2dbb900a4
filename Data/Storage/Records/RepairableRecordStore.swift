/// A record store that can be damaged in part, and keeps what is intact.
public protocol RepairableRecordStore: RecordStore {
    /// Sets what is damaged aside, and keeps all that is intact. Returns nil where nothing is damaged; then nothing is
    /// changed. With `acceptingEdits` it also keeps what somebody changed by hand, as far as it is well formed.
    ///
    /// `saving` is called when the damaged records are copied aside and before anything is replaced, so that the caller
    /// can keep what is readable but not vouched for. It doesn't use the store. If it throws, or anything else fails,
    /// the store is as damaged as it was, unless the error is `StorageError.unknownOutcome`.
    func repair(
        acceptingEdits: Bool, saving: @Sendable (RecordRepair) throws(StorageError) -> Void
    ) async throws(StorageError) -> RecordRepair?

    /// What helps with an error, which need not have come from this store; nil where nothing here does.
    func remedy(for error: StorageError) -> RepairRemedy?
}

/// What helps with a damaged store.
public enum RepairRemedy: Hashable, Sendable {
    /// `repair` keeps what is intact.
    case repair
    /// The store is intact, but the caller can't use a record in it. Somebody may correct it by hand; then `repair` keeps
    /// it if it accepts edits.
    case edit
}

/// What comes of a repair.
public struct RecordRepair: Sendable {
    /// The file that was damaged.
    public let location: String
    /// A copy of the file as it was.
    public let setAside: String
    /// What could not be brought back, in the order of the file.
    public let losses: [Loss]
    /// The lines, counted from 1, that were kept though they were changed by hand.
    public let acceptedEdits: [Int]

    /// A line that is not in the store any more.
    public struct Loss: Hashable, Sendable {
        /// Counted from 1.
        public let line: Int
        public let reason: String
        /// Records that can still be read in the line, though nothing vouches for them. They are not in the store,
        /// unless other lines have them.
        public let readable: [ReadableRecord]
    }

    /// A record in a damaged line.
    public struct ReadableRecord: Hashable, Sendable {
        /// The plural name of its kind, as far as the line tells.
        public let kind: String?
        public let id: RecordID
        /// A JSON object.
        public let json: [UInt8]
    }
}
