/// Why a store failed. Nothing of the unit of work was stored, except where the case says that the outcome is unknown.
/// `location` is the path of a file, the name of a key or an address.
public enum StorageError: Error, Hashable {
    /// A system call failed (the disk is full, permission is missing, the device failed), a server refused a request,
    /// or the store can't represent or name what it was given or holds. `operation` is a verb, perhaps with its object,
    /// that fits before the location ("write").
    case failed(operation: String, location: String, reason: String)
    /// The stored data is invalid; nothing was overwritten. `line` counts from 1, if there are lines.
    case damaged(location: String, line: Int?, reason: String)
    /// Written by a newer version of the program, which may say what `needs` to be installed to read it.
    case newerVersion(location: String, found: Int, known: Int, needs: String? = nil)
    /// Something other than this store is at its location.
    case notAStore(location: String, reason: String)
    /// For `seconds`, other writers held the lock or changed what the unit of work had read; or the task was cancelled
    /// meanwhile. Units of work of one instance take turns, which is not limited and not counted.
    case busy(location: String, seconds: Int)
    /// The unit of work exceeds what the store can carry out at once.
    case tooLarge(location: String, limit: String)
    /// No server of the store responds, or too few do, or the task was cancelled first.
    case unreachable(location: String, reason: String)
    /// No confirmation came, so the change may or may not have been stored.
    case unknownOutcome(location: String, reason: String)
}
