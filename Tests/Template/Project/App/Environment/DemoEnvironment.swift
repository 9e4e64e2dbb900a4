import Data
import Domain
import Storage

extension AppEnvironment {
    /// An empty library in memory; no file is touched.
    static func demo(today: @escaping @Sendable () -> Day = { .today }) -> AppEnvironment {
        AppEnvironment().with(\.today, today).with(\.settings, MemoryKeyValueStore()).with(StoredLibrary.inMemory())
    }
}
