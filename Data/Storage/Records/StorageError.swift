/// A store that could not do what was asked. Whatever the case, nothing of the unit of work was kept, except where the
/// case says that it is not known. `location` is the path of a file, the name of a key, or an address.
public enum StorageError: Error, Hashable {
    /// The system refused: the disk is full, permission is missing, the device failed. `operation` is a verb with its
    /// object ("write the file").
    case failed(operation: String, location: String, reason: String)
    /// The store is not what it should be; nothing was overwritten. `line` counts from 1, where there are lines.
    case damaged(location: String, line: Int?, reason: String)
    /// Written by a newer version of the program.
    case newerVersion(location: String, found: Int, known: Int)
    /// Something else, not ours, is where the store should be.
    case notAStore(location: String, reason: String)
    /// Another writer held the lock for all of that time.
    case busy(location: String, seconds: Int)
    /// The unit of work is larger than the store can carry out at once.
    case tooLarge(location: String, limit: String)
    /// No server of the store answers, or too few of them.
    case unreachable(location: String, reason: String)
    /// The answer never came, so the change may or may not have been kept.
    case unknownOutcome(location: String, reason: String)
}

extension StorageError {
    init(_ error: FileError, doing operation: String, location: String) {
        self = .failed(operation: operation, location: location, reason: error.reason)
    }
}
