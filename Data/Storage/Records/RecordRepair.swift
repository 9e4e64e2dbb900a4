/// A record store that can be damaged in part, and knows how to keep what is intact.
public protocol RepairableRecordStore: RecordStore {
    /// Sets what is damaged aside and keeps all that is intact. Returns nil where nothing is damaged; then nothing is
    /// changed.
    func repair(
        acceptingEdits: Bool, saving: @Sendable (RecordRepair) throws(StorageError) -> Void
    ) async throws(StorageError) -> RecordRepair?
}

/// What came of repairing a store.
public struct RecordRepair: Sendable {
    /// The path of the damaged file, as it was.
    public let setAside: String
    /// What could not be brought back, in the order of the file.
    public let losses: [Loss]
    /// The lines that were taken in though they had been changed by hand.
    public let acceptedLines: [Int]

    public struct Loss: Hashable, Sendable {
        /// Counted from 1.
        public let line: Int
        public let reason: String
        /// Records that can still be read in the line, though nothing vouches for them: the checksum is wrong.
        public let readable: [[UInt8]]
    }
}
