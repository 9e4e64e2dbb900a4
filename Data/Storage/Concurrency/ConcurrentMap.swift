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

extension Array {
    /// What `transform` makes of each part of the array, in order, worked out side by side on all processors. A part is
    /// large enough to be worth a thread. `transform` changes nothing outside of itself.
    public func concurrentMapOfParts<Value: Sendable>(_ transform: (ArraySlice<Element>) -> Value) -> [Value] {
        let size = 500
        return concurrentMap((count + size - 1) / size) { transform(self[($0 * size)...].prefix(size)) }
    }
}
