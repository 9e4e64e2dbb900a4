import Domain
import Synchronization

/// Those who observe a value. Its owner sends each new value in order, under whatever keeps its changes in order.
final class Subscribers<Value: Equatable & Sendable>: Sendable {
    typealias Receiver = @Sendable (Result<Value, LibraryError>) -> Void

    private struct State {
        var receivers: [Int: Receiver] = [:]
        var nextNumber = 0
    }

    private let state = Mutex(State())

    var isEmpty: Bool {
        state.withLock { $0.receivers.isEmpty }
    }

    /// A new subscriber, who gets `present` and every later value; one equal to the one before is left out.
    func subscribe(present: Result<Value, LibraryError>) -> Updates<Value> {
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
        let number = state.withLock { state in
            state.nextNumber += 1
            state.receivers[state.nextNumber] = receive
            return state.nextNumber
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.receivers[number] = nil }
        }
        return Updates(stream)
    }

    /// Hands the value to every subscriber. A failure is the last thing they hear.
    func send(_ value: Result<Value, LibraryError>) {
        for receive in state.withLock({ Array($0.receivers.values) }) {
            receive(value)
        }
    }
}
