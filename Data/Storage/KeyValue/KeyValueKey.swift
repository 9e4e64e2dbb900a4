#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The name of a value in a key-value store, its type, and what counts where nothing was set.
public struct KeyValueKey<Value: Codable & Sendable>: Sendable {
    public let name: String
    public let defaultValue: Value

    public init(_ name: String, default defaultValue: Value) {
        self.name = name
        self.defaultValue = defaultValue
    }

    /// The value among `values`; the default where it is missing or of another type.
    public func value(in values: KeyValues) -> Value {
        chosenValue(in: values) ?? defaultValue
    }

    /// The value among `values`; nil where it is missing or of another type.
    public func chosenValue(in values: KeyValues) -> Value? {
        values[name].flatMap { try? JSONDecoder().decode(Value.self, from: .init($0.bytes)) }
    }

    /// `value` as it is stored. Throws what the encoder throws for values JSON does not have, such as infinity.
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
            throw .failed(operation: "store “\(key.name)”", location: "the settings", reason: "it has no form in JSON")
        }
        _ = try await update([key.name: text], expecting: nil)
    }

    /// The default counts again.
    public func remove<Value>(_ key: KeyValueKey<Value>) async throws(StorageError) {
        _ = try await update([key.name: nil], expecting: nil)
    }
}
