import Presentation

/// The exit status of the process. The numbers from 64 are those of `sysexits.h`.
enum ExitStatus: Int32, CaseIterable, Sendable {
    case done = 0
    /// A rule or the user refused the change, nothing has the given name, or several entries do.
    case refused = 1
    /// The command line, or the value of a variable or setting, is invalid; or the output may not go to that file.
    case wrongUsage = 64
    /// The input is malformed, or some of its rows are invalid.
    case malformedInput = 65
    case unreadableInput = 66
    /// A server can't be reached or gives no usable answer, or this build has no networking.
    case unreachable = 69
    /// The store failed or its outcome is unknown, the output can't be written, or no folder for the library is known.
    case storeFailed = 74

    /// For the manual page.
    var meaning: String {
        switch self {
        case .done: "done"
        case .refused:
            "you or a rule refused the change, nothing has the name you gave, or several entries do"
        case .wrongUsage: "wrong usage: an unknown command, option or setting, or a wrong value or output file"
        case .malformedInput: "the input is malformed, or some rows of it are invalid"
        case .unreadableInput: "the input can't be read"
        case .unreachable: "a server can't be reached, or gives no usable answer"
        case .storeFailed: "the library or the output can't be read or written"
        }
    }
}

extension ExitStatus {
    init(_ cause: ErrorCause) {
        self =
            switch cause {
            case .rule: .refused
            case .setting: .wrongUsage
            case .server: .unreachable
            case .store: .storeFailed
            }
    }
}
