import Domain
import Synchronization

/// The library as it was last observed, and what the latest reading prepared from it.
final class ObservedLibrary: Sendable {
    let snapshot: LibrarySnapshot
    private let prepared = Mutex<(any Sendable)?>(nil)

    init(_ snapshot: LibrarySnapshot) {
        self.snapshot = snapshot
    }

    /// What an earlier reading prepared if it is a value that `isUsable` accepts, or else the result of `prepare`.
    func prepared<Value: Sendable>(
        if isUsable: (Value) -> Bool, _ prepare: (LibrarySnapshot) -> Value
    ) -> Value {
        // Held while preparing, so that readings which begin together prepare once.
        prepared.withLock { known in
            if let value = known as? Value, isUsable(value) { return value }
            let value = prepare(snapshot)
            known = value
            return value
        }
    }
}
