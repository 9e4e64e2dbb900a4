import Observation

/// Returns once `condition` holds, looking again whenever something it has read changes.
@MainActor
func until(_ condition: @escaping @MainActor () -> Bool) async {
    while !condition() {
        await withCheckedContinuation { continuation in
            withObservationTracking {
                _ = condition()
            } onChange: {
                continuation.resume()
            }
        }
    }
}

/// Lets `observe` run beside `body`, and cancels it in the end.
@MainActor
func during(_ observe: @escaping @MainActor () async -> Void, _ body: () async throws -> Void) async rethrows {
    let task = Task { await observe() }
    defer { task.cancel() }
    try await body()
}
