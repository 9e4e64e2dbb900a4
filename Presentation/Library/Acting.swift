import Domain

/// A view model with actions that may fail.
@MainActor
protocol Acting: AnyObject {
    /// Why the latest action was not done; nil from the beginning of the next one. A view sets it to nil to dismiss it.
    var actionError: LibraryError? { get set }
}

extension Acting {
    /// Carries out `action` off the main actor. Returns nil if it throws; then `actionError` says why.
    func attempt<Value: Sendable>(
        _ action: @concurrent @Sendable () async throws(LibraryError) -> Value
    ) async -> Value? {
        actionError = nil
        do {
            return try await action()
        } catch {
            actionError = error
            return nil
        }
    }
}
