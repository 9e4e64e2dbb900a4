import Domain

/// A view model that shows what a repository holds: once, or as long as someone looks.
@MainActor
protocol Loading: Attempting {
    /// Whether an answer is awaited.
    var isLoading: Bool { get set }
    /// How many answers were asked for or received: by this a late answer is known.
    var turn: Int { get set }
}

extension Loading {
    /// Shows one answer, unless a later one is shown or asked for by then.
    func load<Value: Sendable>(
        _ read: @concurrent @Sendable () async throws(LibraryError) -> Value, show: (Value) -> Void
    ) async {
        turn += 1
        let own = turn
        isLoading = true
        let answer: Result<Value, LibraryError>
        do {
            answer = .success(try await read())
        } catch {
            answer = .failure(error)
        }
        guard turn == own else { return }
        isLoading = false
        switch answer {
        case .success(let value):
            error = nil
            show(value)
        case .failure(let failure):
            error = failure
        }
    }

    /// Shows each of the values, until the task is cancelled or they end with an error.
    func follow<Value: Sendable>(_ updates: Updates<Value>, show: (Value) -> Void) async {
        error = nil
        isLoading = true
        do {
            for try await value in updates {
                turn += 1
                isLoading = false
                show(value)
            }
        } catch {
            self.error = error
        }
        isLoading = false
    }
}
