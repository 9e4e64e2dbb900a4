public import Domain
import Synchronization

/// A key-value store that lives as long as the program.
public final class InMemoryKeyValueStore: KeyValueStore {
    private let state: Mutex<KeyValues>
    private let subscribers = Subscribers<KeyValues>()

    public init(_ values: KeyValues = [:]) {
        state = Mutex(values)
    }

    public func values() -> KeyValues {
        state.withLock { $0 }
    }

    public func update(_ changes: [String: JSONText?], expecting expected: KeyValues?) -> Bool {
        state.withLock { values in
            if let expected, values != expected { return false }
            values.apply(changes)
            subscribers.send(.success(values))
            return true
        }
    }

    public func observe() -> Updates<KeyValues> {
        state.withLock { subscribers.subscribe(present: .success($0)) }
    }
}

extension KeyValues {
    mutating func apply(_ changes: [String: JSONText?]) {
        for (name, text) in changes { self[name] = text }
    }
}
