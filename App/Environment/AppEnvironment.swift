/// What the program's parts take from around them: a value with typed keys, each with a default, in the manner of
/// SwiftUI's `EnvironmentValues`. Overriding gives a changed copy; the original stays as it is.
///
/// Only App sees it. Everything below takes its dependencies as parameters.
struct AppEnvironment: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]
    /// Hears the name of each value that is used though nobody provided it.
    private var reportMissing: (@Sendable (String) -> Void)?

    /// An environment in which every key has its default.
    init() {
        reportMissing = nil
    }

    /// For tests: using what the test did not provide is reported by name, and then answered with the default.
    static func test(reportMissing: @escaping @Sendable (_ name: String) -> Void) -> AppEnvironment {
        AppEnvironment(reportMissing: reportMissing)
    }

    private init(reportMissing: @escaping @Sendable (String) -> Void) {
        self.reportMissing = reportMissing
    }

    subscript<Key: AppEnvironmentKey>(key: Key.Type) -> Key.Value {
        get {
            if let provided = values[ObjectIdentifier(key)] as? Provided<Key.Value> { return provided.value }
            reportMissing?(Key.name)
            return Key.defaultValue
        }
        set { values[ObjectIdentifier(key)] = Provided(value: newValue) }
    }

    /// A copy that differs in one value.
    func with<Value>(_ path: WritableKeyPath<AppEnvironment, Value>, _ value: Value) -> AppEnvironment {
        var copy = self
        // Writing by a key path reads first, which is no use of the value.
        copy.reportMissing = nil
        copy[keyPath: path] = value
        copy.reportMissing = reportMissing
        return copy
    }
}

/// A value as it was provided. To see that it is one of a type takes no search for protocols, as a bare one would.
private struct Provided<Value: Sendable>: Sendable {
    let value: Value
}

/// Names one value of the environment.
protocol AppEnvironmentKey {
    associatedtype Value: Sendable

    /// As the property is called.
    static var name: String { get }
    /// What counts where nothing was provided. It shares nothing with another environment.
    static var defaultValue: Value { get }
}
