import Domain
import Synchronization

/// The library as it was last observed, and what the latest reading prepared from it.
final class ObservedLibrary: Sendable {
    let snapshot: LibrarySnapshot
    private let prepared = Mutex<(any Sendable)?>(nil)

    init(_ snapshot: LibrarySnapshot) {
        self.snapshot = snapshot
    }

    /// The result of `prepare`, which gets that of an earlier reading, if there was one.
    func prepared<Value: Sendable>(_ prepare: (LibrarySnapshot, Value?) -> Value) -> Value {
        // Held while preparing, so that readings which begin together prepare once.
        prepared.withLock { known in
            let value = prepare(snapshot, known as? Value)
            known = value
            return value
        }
    }
}
