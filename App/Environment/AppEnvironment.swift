/// The dependencies of the program: a value with typed keys, each with a default, in the manner of SwiftUI's
/// `EnvironmentValues`. Overriding gives a changed copy; the original stays as it is.
///
/// Only App sees it. Everything below takes its dependencies as parameters.
struct AppEnvironment: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]
    /// Called with the name of each key that is read without having a value.
    private var reportMissing: (@Sendable (String) -> Void)?
    /// Records the calls of ports; nil without `--trace`. Setting a port wraps it.
    let trace: Trace?
    /// The value that `with` is writing.
    private var written: (any Sendable)?

    /// An environment in which every key has its default. `reportMissing` is called with each key that is read without
    /// having a value, so a test can report what it forgot to provide.
    init(trace: Trace? = nil, reportMissing: (@Sendable (_ key: String) -> Void)? = nil) {
        (self.trace, self.reportMissing) = (trace, reportMissing)
    }

    subscript<Key: AppEnvironmentKey>(key: Key.Type) -> Key.Value {
        get {
            let value = written ?? values[ObjectIdentifier(key)]
            if let provided = value as? Provided<Key.Value> { return provided.value }
            reportMissing?("\(key)")
            return Key.defaultValue
        }
        set {
            assert(Self.keys.contains { $0 == key }, "\(key) is not in the list of keys")
            values[ObjectIdentifier(key)] = Provided(value: newValue)
        }
    }

    /// A copy that differs in one value.
    func with<Value: Sendable>(_ path: WritableKeyPath<AppEnvironment, Value>, _ value: Value) -> AppEnvironment {
        var copy = self
        // Writing by a key path reads first: this value, so that no default is made, or reported as used.
        copy.written = Provided(value: value)
        copy[keyPath: path] = value
        copy.written = nil
        return copy
    }

    /// The names of the keys without a value.
    var missing: [String] {
        Self.keys.filter { values[ObjectIdentifier($0)] == nil }.map { "\($0)" }
    }
}

/// Wraps a value, so that reading it casts to this concrete type. Casting a bare value to an existential type such as
/// `any Library` would search for its protocol conformances.
private struct Provided<Value: Sendable>: Sendable {
    let value: Value
}

/// A key of the environment.
protocol AppEnvironmentKey {
    associatedtype Value: Sendable

    /// The value if none is provided: always the same.
    static var defaultValue: Value { get }
}
