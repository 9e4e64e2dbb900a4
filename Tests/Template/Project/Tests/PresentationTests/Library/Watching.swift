import Observation

/// Returns once `condition` holds, which is checked again after each change to a value that it reads. Also returns if the
/// test is cancelled, so that a time limit can end it.
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

/// An event to wait for. It isn't lost if it is sent before anyone waits.
struct Signal: Sendable {
    private let events: AsyncStream<Void>
    private let event: AsyncStream<Void>.Continuation

    init() { (events, event) = AsyncStream.makeStream() }

    func send() { event.yield() }

    /// Returns once for each event that was sent. For one waiter at a time.
    func wait() async {
        for await _ in events { break }
    }
}
