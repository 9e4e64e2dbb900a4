import Domain

/// A view model that does what may be refused.
@MainActor
protocol Attempting: AnyObject {
    /// Why the last thing asked was not done; nil where it was.
    var error: LibraryError? { get set }
}

extension Attempting {
    /// What `work` gives; or nil where it throws, and then `error` says why.
    ///
    /// The work leaves the main actor, so that a view stays quick however slow the store is.
    func attempt<Value: Sendable>(
        _ work: @concurrent @Sendable () async throws(LibraryError) -> Value
    ) async -> Value? {
        error = nil
        do {
            return try await work()
        } catch {
            self.error = error
            return nil
        }
    }
}
