/// A store that could not do what was asked. Whatever the case, nothing of the unit of work was kept, except where
/// the case says that it is not known.
public enum StoreError: Error, Hashable {
    /// The system refused: the disk is full, permission is missing, the device failed. `operation` is a verb with
    /// its object ("write the library").
    case failed(operation: String, location: String, reason: String)
    /// The store is not what it should be; nothing was overwritten. `line` counts from 1, where there are lines.
    case damaged(location: String, line: Int?, reason: String)
    /// Written by a newer version of the program.
    case newerVersion(location: String, found: Int, known: Int)
    /// Something else, not ours, is where the store should be.
    case notAStore(location: String, reason: String)
    /// Another writer held the lock for all of that time.
    case busy(location: String, seconds: Int)
    /// The unit of work is larger than the store can carry out at once. `limit` names the largest one.
    case tooLarge(location: String, limit: String)
    /// No server of the store answers, or too few of them.
    case unreachable(location: String, reason: String)
    /// The answer never came, so the change may or may not have been kept.
    case unknownOutcome(location: String, reason: String)
}
