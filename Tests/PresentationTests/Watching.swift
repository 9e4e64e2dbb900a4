import Observation

/// Returns once `condition` holds, looking again whenever something it has read changes; or once the test is cancelled,
/// so that a time limit can end it.
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

/// Lets `observe` run beside `body`, and cancels it in the end.
@MainActor
func during(_ observe: @escaping @MainActor () async -> Void, _ body: () async throws -> Void) async rethrows {
    let task = Task { await observe() }
    defer { task.cancel() }
    try await body()
}
