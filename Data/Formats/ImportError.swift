/// What keeps a whole file from being imported. Nothing of it was added.
public enum ImportError: Error, Hashable {
    /// The file can't be read: it is not there, it is a directory, permission is missing.
    case unreadable(location: String, reason: String)
    /// The file can be read, but is not of the format. Lines count from 1.
    case malformed(location: String, line: Int?, reason: String)
}
