import Data
import Domain
import Storage

extension AppEnvironment {
    /// Every key, for the check that none is missing.
    static var keys: [any AppEnvironmentKey.Type] {
        [
            LibraryKey.self, MaintenanceKey.self, LibraryFilesKey.self, OpenedStoreKey.self, SettingsKey.self,
            TodayKey.self, RandomBitsKey.self, TerminalEventsKey.self,
        ] + ownKeys
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

    private enum OpenedStoreKey: AppEnvironmentKey {
        static let defaultValue = OpenedStore()
    }

    /// Where the library is, for what looks at the store itself.
    var openedStore: OpenedStore {
        get { self[OpenedStoreKey.self] }
        set { self[OpenedStoreKey.self] = newValue }
    }

    private enum SettingsKey: AppEnvironmentKey {
        static let defaultValue: any KeyValueStore = MemoryKeyValueStore()
    }

    /// The values of every `Setting`.
    var settings: any KeyValueStore {
        get { self[SettingsKey.self] }
        set { self[SettingsKey.self] = trace?.settings(newValue) ?? newValue }
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
        UseCaseContext(library: library, today: today, randomBits: randomBits, folding: .caseAndAccents)
    }
}

/// A store that the options of a command line have opened.
struct OpenedStore: Sendable {
    /// The file that holds the library; nil if none does.
    var path: String?
    /// The library, read anew, as the next command does it.
    var library: @Sendable () -> StoredLibrary = { .inMemory() }
    var options = GlobalOptions()
}

extension Day {
    /// The current day in the time zone of the process.
    static var today: Day {
        let date = SystemProcess.localTime(SystemProcess.now)
        // Nil only if the clock is thousands of years wrong.
        return Day(year: date.year, month: date.month, day: date.day) ?? Day(daysSince1970: 0)
    }
}
