import Observation

/// Returns once `condition` holds. Checks it again after each change to a value that it read. Also returns if the test
/// is cancelled, so that a time limit can end it.
@MainActor
func until(_ condition: @escaping @MainActor () -> Bool) async {
    while !condition(), !Task.isCancelled {
        let (change, continuation) = AsyncStream.makeStream(of: Void.self)
        withObservationTracking {
            _ = condition()
        } onChange: {
            continuation.finish()
        }
        for await _ in change {}
    }
}

/// Runs `observe` beside `body`, and cancels it afterwards.
@MainActor
func during(_ observe: @escaping @MainActor () async -> Void, _ body: () async throws -> Void) async rethrows {
    let task = Task { await observe() }
    defer { task.cancel() }
    try await body()
}
