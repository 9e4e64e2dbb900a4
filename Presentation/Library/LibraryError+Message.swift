public import Domain

extension LibraryError {
    /// What went wrong, for people: a sentence without its capital letter and full stop, so that it fits into others.
    public var message: String {
        switch self {
        case .book(let error): error.message
        case .lending(let error): error.message
        case .store(let error): error.message
        case .catalog(let error): error.message
        }
    }
}

extension StoreError {
    public var message: String {
        switch self {
        case .failed(let operation, let location, let reason): "can't \(operation) \(location): \(reason)"
        case .damaged(let location, let line, let reason):
            "\(location)\(line.map { ", line \($0)" } ?? "") is damaged: \(reason); it was left as it is"
        case .newerVersion(let location, let found, let known):
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
