import Data
import Domain
import Storage

/// The dependencies of the program: a value with typed keys, each with a default, in the manner of SwiftUI's
/// `EnvironmentValues`. Overriding gives a changed copy; the original stays as it is.
///
/// Only App sees it. Everything below takes its dependencies as parameters.
struct AppEnvironment: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]
    /// Called with the name of each key that is read without having a value.
    private var reportMissing: (@Sendable (String) -> Void)?
    /// The value that `with` is writing.
    private var written: (any Sendable)?

    /// An environment in which every key has its default. `reportMissing` is called with each key that is read without
    /// having a value, so a test can report what it forgot to provide.
    init(reportMissing: (@Sendable (_ key: String) -> Void)? = nil) {
        self.reportMissing = reportMissing
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

    /// A copy with the stored library in each of its roles.
    func with(_ library: StoredLibrary) -> AppEnvironment {
        with(\.library, library).with(\.maintenance, library)
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

extension AppEnvironment {
    private static var keys: [any AppEnvironmentKey.Type] {
        [
            LibraryKey.self, MaintenanceKey.self, LibraryFilesKey.self, SettingsKey.self, CatalogKey.self,
            TodayKey.self, RandomBitsKey.self, TerminalEventsKey.self,
        ]
    }

    private enum LibraryKey: AppEnvironmentKey {
        static let defaultValue: any Library = StoredLibrary.inMemory()
    }

    var library: any Library {
        get { self[LibraryKey.self] }
        set { self[LibraryKey.self] = newValue }
    }

    private enum MaintenanceKey: AppEnvironmentKey {
        static let defaultValue: any LibraryMaintenance = StoredLibrary.inMemory()
    }

    /// The same library, for backups and repairs.
    var maintenance: any LibraryMaintenance {
        get { self[MaintenanceKey.self] }
        set { self[MaintenanceKey.self] = newValue }
    }

    private enum LibraryFilesKey: AppEnvironmentKey {
        static let defaultValue = StoreFiles()
    }

    /// The files in the folder of the library, which no output replaces.
    var libraryFiles: StoreFiles {
        get { self[LibraryFilesKey.self] }
        set { self[LibraryFilesKey.self] = newValue }
    }

    private enum SettingsKey: AppEnvironmentKey {
        static let defaultValue: any KeyValueStore = MemoryKeyValueStore()
    }

    /// The values of every `Setting`.
    var settings: any KeyValueStore {
        get { self[SettingsKey.self] }
        set { self[SettingsKey.self] = newValue }
    }

    private enum CatalogKey: AppEnvironmentKey {
        static let defaultValue: any BookCatalog = InMemoryCatalog()
    }

    /// Where books are looked up.
    var catalog: any BookCatalog {
        get { self[CatalogKey.self] }
        set { self[CatalogKey.self] = newValue }
    }

    private enum TodayKey: AppEnvironmentKey {
        static let defaultValue: @Sendable () -> Day = { .today }
    }

    /// The current day.
    var today: @Sendable () -> Day {
        get { self[TodayKey.self] }
        set { self[TodayKey.self] = newValue }
    }

    private enum RandomBitsKey: AppEnvironmentKey {
        static let defaultValue: @Sendable () -> UInt64 = { .random(in: .min ... .max) }
    }

    /// Random bits for new identifiers, different at each call.
    var randomBits: @Sendable () -> UInt64 {
        get { self[RandomBitsKey.self] }
        set { self[RandomBitsKey.self] = newValue }
    }

    private enum TerminalEventsKey: AppEnvironmentKey {
        static let defaultValue = TerminalEvents.none
    }

    /// What ends a command that goes on, or makes it print again.
    var terminalEvents: TerminalEvents {
        get { self[TerminalEventsKey.self] }
        set { self[TerminalEventsKey.self] = newValue }
    }

    /// The dependencies of all use cases.
    var context: UseCaseContext {
        UseCaseContext(
            library: library, today: today, randomBits: randomBits, folding: .caseAndAccents)
    }

    /// The settings that rules and view models use.
    var preferences: any PreferencesRepository { KeyValuePreferences(store: settings) }
}

extension Day {
    /// The current day in the time zone of the process.
    static var today: Day {
        let date = SystemProcess.localDate
        // Nil only if the clock is thousands of years wrong.
        return Day(year: date.year, month: date.month, day: date.day) ?? Day(daysSince1970: 0)
    }
}
