#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The name and type of a value in a key-value store, and its default.
public struct KeyValueKey<Value: Codable & Sendable>: Sendable {
    public let name: String
    public let defaultValue: Value

    public init(_ name: String, default defaultValue: Value) {
        self.name = name
        self.defaultValue = defaultValue
    }

    /// The value in `values`; the default if it is missing or of another type.
    public func value(in values: KeyValues) -> Value { chosenValue(in: values) ?? defaultValue }

    /// The value in `values`; nil if it is missing or of another type.
    public func chosenValue(in values: KeyValues) -> Value? {
        values[name].flatMap { try? JSONDecoder().decode(Value.self, from: .init($0.bytes)) }
    }

    /// The stored form of `value`. Throws the encoder's error for values that JSON can't represent, such as infinity.
    public func text(for value: Value) throws -> JSONText {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return JSONText(try encoder.encode(value))
    }
}

extension KeyValueStore {
    public func value<Value>(for key: KeyValueKey<Value>) async throws(StorageError) -> Value {
        key.value(in: try await values())
    }

    public func set<Value>(_ value: Value, for key: KeyValueKey<Value>) async throws(StorageError) {
        let text: JSONText
        do {
            text = try key.text(for: value)
        } catch {
            throw .failed(operation: "store", location: "“\(key.name)”", reason: "JSON can't represent it")
        }
        _ = try await update([key.name: text], expecting: nil)
    }

    /// Removes the value, so that the default applies again.
    public func remove<Value>(_ key: KeyValueKey<Value>) async throws(StorageError) {
        _ = try await update([key.name: nil], expecting: nil)
    }
}
