/// What the program tells whoever started it. The numbers from 64 are those of `sysexits.h`.
enum ExitStatus: Int32, Sendable {
    case done = 0
    /// A rule refused it, or there is no such book.
    case refused = 1
    case wrongUsage = 64
    /// The input is malformed, or rows of it were rejected.
    case malformedInput = 65
    case unreadableInput = 66
    case unreachable = 69
    /// The store failed, or the output could not be written.
    case storeFailed = 74
}
