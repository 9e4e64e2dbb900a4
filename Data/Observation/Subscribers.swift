import Domain
import Synchronization

/// Those who observe a value. Its owner sends each new value in order, under whatever keeps its changes in order.
final class Subscribers<Value: Equatable & Sendable>: Sendable {
    typealias Receiver = @Sendable (Result<Value, LibraryError>) -> Void

    private struct State {
        var receivers: [Int: Receiver] = [:]
        var nextNumber = 0
        /// Runs while there are receivers.
        var watching: Task<Void, Never>?
    }

    private let state = Mutex(State())

    var isEmpty: Bool {
        state.withLock { $0.receivers.isEmpty }
    }

    /// A new subscriber, who gets `present` and every later value; one equal to the one before is left out.
    ///
    /// `watch` looks out for changes that others make. It is started with the first subscriber, and its task cancelled
    /// with the last.
    func subscribe(
        present: Result<Value, LibraryError>, watch: (@Sendable () async -> Void)? = nil
    ) -> Updates<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<Value, LibraryError>.self)
        let latest = Mutex<Value?>(nil)
        let receive: Receiver = { value in
            switch value {
            case .success(let new):
                latest.withLock { latest in
                    guard latest != new else { return }
                    latest = new
                    continuation.yield(value)
                }
            case .failure:
                continuation.yield(value)
                continuation.finish()
            }
        }
        receive(present)
        if case .failure = present { return Updates(stream) }
        let number = state.withLock { state in
            state.nextNumber += 1
            state.receivers[state.nextNumber] = receive
            if state.watching == nil, let watch { state.watching = Task { await watch() } }
            return state.nextNumber
        }
        continuation.onTermination = { [weak self] _ in self?.unsubscribe(number) }
        return Updates(stream)
    }

    private func unsubscribe(_ number: Int) {
        let unneeded = state.withLock { state -> Task<Void, Never>? in
            state.receivers[number] = nil
            return state.receivers.isEmpty ? state.watching.take() : nil
        }
        unneeded?.cancel()
    }

    /// Hands the value to every subscriber. A failure is the last thing they hear.
    func send(_ value: Result<Value, LibraryError>) {
        for receive in state.withLock({ Array($0.receivers.values) }) {
            receive(value)
        }
    }
}
