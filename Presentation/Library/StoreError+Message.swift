public import Domain

/// Where an error comes from, and so who can do something about it.
public enum ErrorCause: Sendable {
    /// A rule refused what the user asked for, or there is no such thing.
    case rule
    case setting
    /// A server can't be reached, or gives no usable answer.
    case server
    case store
}

extension StoreError {
    var cause: ErrorCause {
        switch self {
        case .unreachable: .server
        case .failed, .damaged, .newerVersion, .notAStore, .busy, .tooLarge, .unknownOutcome: .store
        }
    }

    public var message: String {
        switch self {
        case .failed(let operation, let location, let reason): "can't \(operation) \(location): \(reason)"
        case .damaged(let location, let line, let reason):
            "\(location)\(line.map { ", line \($0)" } ?? "") is damaged: \(reason); it was left as it is"
        case .newerVersion(let location, let found, let known, _):
            "\(location) has format version \(found); this program knows versions up to \(known)"
        case .notAStore(let location, let reason): "\(location) is not a library: \(reason)"
        case .busy(let location, let seconds): "other programs have been using \(location) for \(seconds) seconds"
        case .tooLarge(let location, let limit):
            "that is too much at once for \(location), which takes \(limit); it was not stored"
        case .unreachable(let location, let reason): "can't reach \(location): \(reason)"
        case .unknownOutcome(let location, let reason):
            "\(location) did not confirm the change: \(reason); check whether it was made before trying again"
        }
    }
}
