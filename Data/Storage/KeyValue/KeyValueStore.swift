/// Named values, stored together, in the manner of `UserDefaults`.
///
/// Reading and updating may throw `StorageError`; observing ends with it. Values are JSON, so that people can read the
/// store, and values unknown to the program stay unchanged.
public protocol KeyValueStore: Sendable {
    /// All values.
    func values() async throws(StorageError) -> KeyValues

    /// Sets the values of some names and removes those whose change is nil, all or none; other names stay. With
    /// `expected`, does so only if the store still has exactly these values. Returns whether it was done.
    func update(_ changes: [String: JSONText?], expecting expected: KeyValues?) async throws(StorageError) -> Bool

    /// The current values first, then each later change in order, including those by other processes, until the
    /// iterating task is cancelled. Equal consecutive elements are left out. A failure is the last element.
    func observe() -> KeyValueUpdates
}

/// The elements of `KeyValueStore.observe`.
public typealias KeyValueUpdates = AsyncStream<Result<KeyValues, StorageError>>

/// The values of a key-value store, by name.
public typealias KeyValues = [String: JSONText]

/// A JSON value as text.
public struct JSONText: Hashable, Sendable {
    public let bytes: [UInt8]

    public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
}
