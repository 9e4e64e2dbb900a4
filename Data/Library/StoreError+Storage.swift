public import Domain
public import Storage

extension StoreError {
    /// The same error, as the domain knows it.
    public init(_ error: StorageError) {
        switch error {
        case .failed(let operation, let location, let reason):
            self = .failed(operation: operation, place: location, reason: reason)
        case .damaged(let location, let line, let reason): self = .damaged(place: location, line: line, reason: reason)
        case .newerVersion(let location, let found, let known):
            self = .newerVersion(place: location, found: found, known: known)
        case .notAStore(let location, let reason): self = .notAStore(place: location, reason: reason)
        case .busy(let location, let seconds): self = .busy(place: location, seconds: seconds)
        case .tooLarge(let location, let limit): self = .tooLarge(place: location, limit: limit)
        case .unreachable(let location, let reason): self = .unreachable(place: location, reason: reason)
        case .unknownOutcome(let location, let reason): self = .unknownOutcome(place: location, reason: reason)
        }
    }
}
