/// Values under names, kept as a whole, in the manner of `UserDefaults`.
///
/// Every method may fail with `StorageError`. A value is JSON, so that a person can read the store and values that the
/// program does not know stay as they are.
public protocol KeyValueStore: Sendable {
    /// All values there are.
    func values() async throws(StorageError) -> KeyValues

    /// Sets the values of some names, and removes those for which nil is given: all of them, or none, and nothing else.
    /// With `expected` only if the store still holds what `values` gave then. Returns whether it was done.
    func update(_ changes: [String: JSONText?], expecting expected: KeyValues?) async throws(StorageError) -> Bool

    /// What `values` gives: the present value first, then each later one in order, whoever made the change, until the task
    /// that iterates is cancelled. A value equal to the one before is left out. A failure is the last element.
    func observe() -> KeyValueUpdates
}

/// What `KeyValueStore.observe` gives.
public typealias KeyValueUpdates = AsyncStream<Result<KeyValues, StorageError>>

/// The values of a key-value store at one moment.
public typealias KeyValues = [String: JSONText]

/// A value, as JSON.
public struct JSONText: Hashable, Sendable {
    public let bytes: [UInt8]

    public init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }
}
