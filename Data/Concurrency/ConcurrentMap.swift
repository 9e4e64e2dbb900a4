import Dispatch
import Synchronization

/// The results of `transform` for 0 to `count` - 1, in that order, worked out side by side on all processors. One alone
/// is worked out without any ado. `transform` changes nothing outside of itself.
func concurrentMap<Value: Sendable>(_ count: Int, _ transform: (Int) -> Value) -> [Value] {
    guard count > 1 else { return (0..<count).map(transform) }
    // Safe: its calls run side by side, but they only read, and all have ended when `concurrentPerform` returns.
    nonisolated(unsafe) let transform = transform
    let results = Mutex([Value?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { index in
        let value = transform(index)
        results.withLock { $0[index] = value }
    }
    return results.withLock { $0.compactMap(\.self) }
}
