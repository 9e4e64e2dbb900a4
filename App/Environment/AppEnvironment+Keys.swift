import Data
import Domain
import Storage

extension AppEnvironment {
    /// Every key, for the check that none is missing.
    static var keys: [any AppEnvironmentKey.Type] {
        [
            LibraryKey.self, MaintenanceKey.self, LibraryFilesKey.self, LibraryPathKey.self,
            CheckKey.self, RemediesKey.self, SettingsKey.self, CatalogKey.self,
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

    private enum LibraryPathKey: AppEnvironmentKey {
        static let defaultValue: String? = nil
    }

    /// The file that holds the library; nil if none does.
    var libraryPath: String? {
        get { self[LibraryPathKey.self] }
        set { self[LibraryPathKey.self] = newValue }
    }

    private enum CheckKey: AppEnvironmentKey {
        static let defaultValue: @Sendable () async -> LibraryError? = { nil }
    }

    /// Reads the whole library from its store, as the next command does, whatever is known of it here. Returns the error
    /// if that fails.
    var check: @Sendable () async -> LibraryError? {
        get { self[CheckKey.self] }
        set { self[CheckKey.self] = newValue }
    }

    private enum RemediesKey: AppEnvironmentKey {
        static let defaultValue: @Sendable (LibraryError) -> [String] = { _ in [] }
    }

    /// What the program can do about a damaged library, for people.
    var remedies: @Sendable (LibraryError) -> [String] {
        get { self[RemediesKey.self] }
        set { self[RemediesKey.self] = newValue }
    }

    private enum SettingsKey: AppEnvironmentKey {
        static let defaultValue: any KeyValueStore = MemoryKeyValueStore()
    }

    /// The values of every `Setting`.
    var settings: any KeyValueStore {
        get { self[SettingsKey.self] }
        set { self[SettingsKey.self] = trace?.settings(newValue) ?? newValue }
    }

    private enum CatalogKey: AppEnvironmentKey {
        static let defaultValue: any BookCatalog = InMemoryCatalog()
    }

    /// Where books are looked up.
    var catalog: any BookCatalog {
        get { self[CatalogKey.self] }
        set { self[CatalogKey.self] = trace?.catalog(newValue) ?? newValue }
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

    /// A copy with the stored library in each of its roles.
    func with(_ library: StoredLibrary) -> AppEnvironment {
        guard let trace else { return with(\.library, library).with(\.maintenance, library) }
        let library = library.over { trace.store($0) }
        return with(\.library, trace.library(library))
            .with(\.maintenance, Traced(library, (any LibraryMaintenance).self, trace))
    }

    /// A copy whose library tells `undo` the command's name, and whether all its units of work belong together.
    func recording(_ command: String, hasSeveralUnits: Bool = false) -> AppEnvironment {
        with(\.library, maintenance.recording(command, hasSeveralUnits: hasSeveralUnits))
    }

    /// The dependencies of all use cases.
    var context: UseCaseContext {
        UseCaseContext(
            library: library, today: today, randomBits: randomBits, folding: .caseAndAccents)
    }

    /// The settings that rules and view models use.
    var preferences: any PreferencesRepository {
        let preferences = KeyValuePreferences(store: settings)
        return trace.map { Traced(preferences, (any PreferencesRepository).self, $0) } ?? preferences
    }
}

extension Day {
    /// The current day in the time zone of the process.
    static var today: Day {
        let date = SystemProcess.localTime(SystemProcess.now)
        // Nil only if the clock is thousands of years wrong.
        return Day(year: date.year, month: date.month, day: date.day) ?? Day(daysSince1970: 0)
    }
}

extension Trace {
    fileprivate func catalog(_ base: some BookCatalog) -> any BookCatalog { Traced(base, (any BookCatalog).self, self) }
}

extension Traced: BookCatalog where Base: BookCatalog {
    func entry(for isbn: ISBN) async throws(LibraryError) -> CatalogEntry? {
        try await call(try await base.entry(for: isbn))
    }
    var isBuiltIn: Bool { base.isBuiltIn }
}

extension Traced: PreferencesRepository where Base: PreferencesRepository {
    func preferences() async throws(LibraryError) -> Preferences { try await call(try await base.preferences()) }
    func observe() -> Updates<Preferences> { Updates(results(base.observe().stream)) }
}
