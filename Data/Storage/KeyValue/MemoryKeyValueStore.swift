import Synchronization

/// A key-value store in memory.
public final class MemoryKeyValueStore: KeyValueStore {
    private let state: Mutex<KeyValues>
    private let observers = Observers<KeyValues, StorageError>()

    public init(_ values: KeyValues = [:]) { state = Mutex(values) }

    public func values() -> KeyValues { state.withLock { $0 } }

    public func update(_ changes: [String: JSONText?], expecting expected: KeyValues?) -> Bool {
        state.withLock { values in
            if let expected, values != expected { return false }
            values.apply(changes)
            observers.notify(&values)
            return true
        }
    }

    public func observe() -> KeyValueUpdates {
        let latest = Mutex<KeyValues?>(nil)
        return state.withLock { values in
            observers.add(to: &values) { values in
                latest.withLock { latest in
                    defer { latest = values }
                    return latest == values ? nil : values
                }
            }
        }
    }
}

extension KeyValues {
    mutating func apply(_ changes: [String: JSONText?]) { for (name, text) in changes { self[name] = text } }
}
