/// Something the user should know although nothing failed. `location` is the path of a file; `line` counts from 1.
public enum StorageNotice: Hashable, Sendable {
    /// The last line is incomplete: its writer stopped before it acknowledged the change. Readers ignore the line, and
    /// the file is unchanged.
    case unfinishedLine(location: String, line: Int)
    /// A change is about to replace an incomplete last line, which has been copied to the file `copy`.
    case unfinishedLineSetAside(location: String, line: Int, copy: String)
    /// A change was made in a store that lasts only as long as the program.
    case notKept
}
