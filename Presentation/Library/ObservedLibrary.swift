import Domain
import Synchronization

/// The library as it was last observed, and what the latest reading prepared from it.
final class ObservedLibrary: Sendable {
    let snapshot: LibrarySnapshot
    private let prepared = Mutex<(any Sendable)?>(nil)

    init(_ snapshot: LibrarySnapshot) {
        self.snapshot = snapshot
    }

    /// What an earlier reading prepared if it is a value that `isUsable` accepts, or else the result of `prepare`, which is
    /// given the earlier one.
    func prepared<Value: Sendable>(
        if isUsable: (Value) -> Bool, _ prepare: (LibrarySnapshot, Value?) -> Value
    ) -> Value {
        // Held while preparing, so that readings which begin together prepare once.
        prepared.withLock { known in
            let earlier = known as? Value
            if let earlier, isUsable(earlier) { return earlier }
            let value = prepare(snapshot, earlier)
            known = value
            return value
        }
    }
}
