/// A record store that can recover the intact part of damaged data.
public protocol RepairableRecordStore: RecordStore {
    /// Copies damaged data aside and keeps what is intact. Returns nil, and changes nothing, if nothing is damaged.
    /// With `acceptingEdits` it also keeps well-formed changes made by hand. Their checksum will be right, so each record
    /// in them is passed to `tidying`, whose result replaces it unless it is nil.
    ///
    /// Calls `saving` after the copy is made and before anything is replaced, so that the caller can save records that
    /// are readable but unverified. `saving` must not use the store. If it throws, or anything else fails, the store is
    /// unchanged, unless the error is `StorageError.unknownOutcome`.
    func repair(
        acceptingEdits: Bool, tidying: @Sendable (RecordKind, ArraySlice<UInt8>) -> [UInt8]?,
        saving: @Sendable (RecordRepair) throws(StorageError) -> Void
    ) async throws(StorageError) -> RecordRepair?

    /// Takes a repair back: puts the damaged file, which has this name beside the store's, in the place of that. Returns
    /// the path of a copy of what was replaced; nil, and changes nothing, if the store no longer has that version.
    func putBack(_ damagedFile: String, replacing version: RecordVersion) async throws(StorageError) -> String?

    /// What fixes an error, which need not have come from this store; nil if neither remedy applies.
    func remedy(for error: StorageError) -> RepairRemedy?
}

/// How to fix a store that can't be used.
public enum RepairRemedy: Hashable, Sendable {
    /// Run `repair`, which keeps what is intact.
    case repair
    /// The store is intact, but a record in it is not valid for the caller. Correct it by hand, then run `repair` with
    /// edits accepted.
    case edit
}

/// The result of a repair.
public struct RecordRepair: Sendable {
    /// A copy of the file as it was.
    public let setAside: String
    /// What could not be recovered, in file order.
    public let losses: [Loss]
    /// The lines, counted from 1, that were changed by hand and kept.
    public let acceptedEdits: [Int]

    /// A line that the store has lost, or the line before which units of work are missing. If they are missing at the
    /// end, it is the line after the last.
    public struct Loss: Hashable, Sendable {
        /// Counted from 1.
        public let line: Int
        public let reason: String
        /// Records of any kind, each a JSON object, that can still be read in the line, but are unverified. They are
        /// not in the store, unless other lines have them.
        public let readable: [[UInt8]]
    }
}
