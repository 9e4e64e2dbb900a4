import Synchronization

/// Counts up.
public final class Counter: Sendable {
    private let state: Mutex<Int>

    public init(from number: Int = 0) { state = Mutex(number) }

    public var value: Int { state.withLock { $0 } }

    @discardableResult
    public func next() -> Int {
        state.withLock { number in
            number += 1
            return number
        }
    }
}
