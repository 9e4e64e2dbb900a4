public import Domain
public import Storage

extension StoreError {
    /// The domain's case for `error`.
    public init(_ error: StorageError) {
        self =
            switch error {
            case .failed(let operation, let location, let reason):
                .failed(operation: operation, location: location, reason: reason)
            case .damaged(let location, let line, let reason):
                .damaged(location: location, line: line, reason: reason)
            case .newerVersion(let location, let found, let known, let needs):
                .newerVersion(location: location, found: found, known: known, needs: needs)
            case .notAStore(let location, let reason): .notAStore(location: location, reason: reason)
            case .busy(let location, let seconds): .busy(location: location, seconds: seconds)
            case .tooLarge(let location, let limit): .tooLarge(location: location, limit: limit)
            case .unreachable(let location, let reason): .unreachable(location: location, reason: reason)
            case .unknownOutcome(let location, let reason): .unknownOutcome(location: location, reason: reason)
            }
    }
}
