public import Domain

/// What came of repairing a library.
public struct RepairReport: Sendable {
    /// The damaged file, as it was.
    public let setAside: String
    /// What the library holds now.
    public let kept: LibrarySnapshot
    /// What could not be brought back, in the order of the file.
    public let lost: [Loss]

    /// A line that is not, or not wholly, in the library any more.
    public struct Loss: Hashable, Sendable {
        /// Counted from 1.
        public let line: Int
        public let reason: String
        /// Books that can still be read in the line, though nothing vouches for them: the checksum is wrong. They are
        /// not in the library, unless other lines have them.
        public let readable: [Book]
    }
}
