/// Why a store failed. No change of the unit of work was kept, except perhaps after `unknownOutcome`. `location` is the
/// path of a file, the name of a key, the address of a server, or a description for messages.
public enum StoreError: Error, Hashable {
    /// The system refused: the disk is full, permission is missing, the device failed. `operation` is a verb, perhaps
    /// with an object ("write").
    case failed(operation: String, location: String, reason: String)
    /// The store is damaged; nothing was overwritten. `line` counts from 1, and is nil in a store without lines.
    case damaged(location: String, line: Int?, reason: String)
    /// Written by a newer version of the program, which may say what `needs` to be installed to read it.
    case newerVersion(location: String, found: Int, known: Int, needs: String? = nil)
    /// The location contains something other than a store.
    case notAStore(location: String, reason: String)
    /// Other writers kept the store busy for that many seconds, or until the task was cancelled.
    case busy(location: String, seconds: Int)
    /// The unit of work exceeds the limit of the store, which `limit` names.
    case tooLarge(location: String, limit: String)
    /// No server of the store answers, or too few do, or the task was cancelled first.
    case unreachable(location: String, reason: String)
    /// No answer confirmed the change: it may or may not have been kept.
    case unknownOutcome(location: String, reason: String)
}
