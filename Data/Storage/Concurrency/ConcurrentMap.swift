import Dispatch
import Synchronization

/// Returns the results of `transform` for 0 to `count` - 1, in order, computed in parallel. A single element runs
/// inline. `transform` must not change anything outside itself.
func concurrentMap<Value: Sendable>(_ count: Int, _ transform: (Int) -> Value) -> [Value] {
    guard count > 1 else { return (0..<count).map(transform) }
    // Safe: the parallel calls only read it, and all have ended when `concurrentPerform` returns.
    nonisolated(unsafe) let transform = transform
    let results = Mutex([Value?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { index in
        let value = transform(index)
        results.withLock { $0[index] = value }
    }
    return results.withLock { $0.compactMap(\.self) }
}

extension Array {
    /// Returns the results of `transform` for consecutive parts of the array, in order, computed in parallel. A part is
    /// large enough to be worth a thread. `transform` must not change anything outside itself.
    public func concurrentMapOfParts<Value: Sendable>(_ transform: (ArraySlice<Element>) -> Value) -> [Value] {
        let size = 500
        return concurrentMap((count + size - 1) / size) { transform(self[($0 * size)...].prefix(size)) }
    }
}
