import Data
import Domain
import Storage

extension AppEnvironment {
    private enum LibraryKey: AppEnvironmentKey {
        static let name = "library"
        /// Empty; a new instance for each access.
        static var defaultValue: any Library { StoredLibrary.inMemory() }
    }

    var library: any Library {
        get { self[LibraryKey.self] }
        set { self[LibraryKey.self] = newValue }
    }

    private enum SettingsKey: AppEnvironmentKey {
        static let name = "settings"
        /// Without a chosen value; a new instance for each access.
        static var defaultValue: any KeyValueStore { MemoryKeyValueStore() }
    }

    /// The values of every `Setting`.
    var settings: any KeyValueStore {
        get { self[SettingsKey.self] }
        set { self[SettingsKey.self] = newValue }
    }

    /// Those of the settings that the domain knows.
    var preferences: any PreferencesRepository { KeyValuePreferences(store: settings) }

    private enum CatalogKey: AppEnvironmentKey {
        static let name = "catalog"
        /// Empty.
        static let defaultValue: any BookCatalog = InMemoryCatalog()
    }

    /// Where books are looked up.
    var catalog: any BookCatalog {
        get { self[CatalogKey.self] }
        set { self[CatalogKey.self] = newValue }
    }

    private enum TodayKey: AppEnvironmentKey {
        static let name = "today"
        static let defaultValue: @Sendable () -> Day = { .today }
    }

    /// The current day.
    var today: @Sendable () -> Day {
        get { self[TodayKey.self] }
        set { self[TodayKey.self] = newValue }
    }

    private enum RandomBitsKey: AppEnvironmentKey {
        static let name = "randomBits"
        static let defaultValue: @Sendable () -> UInt64 = { .random(in: .min ... .max) }
    }

    /// Random bits for new identifiers, different at each call.
    var randomBits: @Sendable () -> UInt64 {
        get { self[RandomBitsKey.self] }
        set { self[RandomBitsKey.self] = newValue }
    }

    /// The dependencies of use cases and view models.
    var context: UseCaseContext {
        UseCaseContext(
            library: library, preferences: preferences, today: today, randomBits: randomBits, folding: .caseAndAccents)
    }

    private enum InterruptionKey: AppEnvironmentKey {
        static let name = "interruption"
        static let defaultValue: @Sendable () async -> Void = {
            let (never, _) = AsyncStream.makeStream(of: Void.self)
            for await _ in never {}
        }
    }

    /// Returns when the user interrupts the program. Only commands that run until then use it. The default waits until
    /// it is cancelled.
    var interruption: @Sendable () async -> Void {
        get { self[InterruptionKey.self] }
        set { self[InterruptionKey.self] = newValue }
    }
}
