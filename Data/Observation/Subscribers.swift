import Domain
import Synchronization

/// Those who observe a value. Its owner sends each new value in order, under whatever keeps its changes in order.
final class Subscribers<Value: Sendable>: Sendable {
    private struct State {
        var receivers: [Int: @Sendable (Result<Value, LibraryError>) -> Void] = [:]
        var nextNumber = 0
    }

    private let state = Mutex(State())

    var isEmpty: Bool {
        state.withLock { $0.receivers.isEmpty }
    }

    /// The values from now on, or a part of each; a part equal to the one before is left out. The owner sends the
    /// present value to the new subscriber alone, through the second result, before it sends any other value.
    func subscribe<Part: Equatable & Sendable>(
        to part: @escaping @Sendable (Value) -> Part
    ) -> (updates: Updates<Part>, receive: @Sendable (Result<Value, LibraryError>) -> Void) {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<Part, LibraryError>.self)
        let latest = Mutex<Part?>(nil)
        let receive: @Sendable (Result<Value, LibraryError>) -> Void = { value in
            let value = value.map(part)
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
        let number = state.withLock { state in
            state.nextNumber += 1
            state.receivers[state.nextNumber] = receive
            return state.nextNumber
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.receivers[number] = nil }
        }
        return (Updates(stream), receive)
    }

    /// Hands the value to every subscriber. After a failure there are none.
    func send(_ value: Result<Value, LibraryError>) {
        for receive in state.withLock({ Array($0.receivers.values) }) {
            receive(value)
        }
    }
}
