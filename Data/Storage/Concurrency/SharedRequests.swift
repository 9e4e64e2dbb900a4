import Synchronization

/// Joins concurrent requests for the same key into one.
public final class SharedRequests<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
    public typealias Outcome = Result<Value, Failure>

    private struct Flight {
        let number: Int
        let task: Task<Void, Never>
        var waiters: [Int: CheckedContinuation<Outcome?, Never>] = [:]
    }

    private struct State {
        var flights: [Key: Flight] = [:]
        var lastNumber = 0

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    private let state = Mutex(State())

    public init() {}

    /// Returns the outcome of `request`, which runs once for all callers that ask for `key` until it ends. Returns nil
    /// to a caller whose task is cancelled, without affecting the others; when all callers are cancelled, so is the
    /// request.
    public func outcome(
        of key: Key, _ request: @escaping @Sendable () async throws(Failure) -> Value
    ) async -> Outcome? {
        let waiter = state.withLock { $0.nextNumber() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    // Checked inside the lock: a cancellation after this finds the waiter.
                    if Task.isCancelled { return true }
                    if state.flights[key] == nil {
                        let number = state.nextNumber()
                        let task = Task { await carryOut(request, for: key, number) }
                        state.flights[key] = Flight(number: number, task: task)
                    }
                    state.flights[key]?.waiters[waiter] = continuation
                    return false
                }
                if isCancelled { continuation.resume(returning: nil) }
            }
        } onCancel: {
            leave(key, waiter)
        }
    }

    /// The number of callers waiting for `key`.
    public func waiting(for key: Key) -> Int {
        state.withLock { $0.flights[key]?.waiters.count ?? 0 }
    }

    private func carryOut(_ request: @Sendable () async throws(Failure) -> Value, for key: Key, _ number: Int) async {
        let outcome: Outcome
        do {
            outcome = .success(try await request())
        } catch {
            outcome = .failure(error)
        }
        let flight = state.withLock { state in
            // All callers may have left, and a later one may have started a new request.
            state.flights[key]?.number == number ? state.flights.removeValue(forKey: key) : nil
        }
        for waiter in flight?.waiters.values ?? [:].values { waiter.resume(returning: outcome) }
    }

    private func leave(_ key: Key, _ waiter: Int) {
        let (continuation, unwanted) = state.withLock { state in
            let continuation = state.flights[key]?.waiters.removeValue(forKey: waiter)
            let isUnwanted = continuation != nil && state.flights[key]?.waiters.isEmpty == true
            return (continuation, isUnwanted ? state.flights.removeValue(forKey: key)?.task : nil)
        }
        unwanted?.cancel()
        continuation?.resume(returning: nil)
    }
}
