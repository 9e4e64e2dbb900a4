/// Something that a person should know of though nothing failed. `location` is the path of a file; `line` counts from 1.
public enum StorageNotice: Hashable, Sendable {
    /// The last line was never finished: its writer was stopped before it acknowledged the change. Readers leave it out.
    /// The file itself is as it was.
    case unfinishedLine(location: String, line: Int)
    /// The next change goes in place of such a line, a copy of which has been made.
    case unfinishedLineSetAside(location: String, line: Int, copy: String)
}
