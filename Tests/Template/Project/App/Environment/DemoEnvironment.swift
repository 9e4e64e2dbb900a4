import Data
import Domain
import Storage

extension AppEnvironment {
    /// An empty library in memory; no file is touched.
    static func demo(_ trace: Trace? = nil, today: @escaping @Sendable () -> Day = { .today }) -> AppEnvironment {
        AppEnvironment(trace: trace).with(\.today, today).with(\.settings, MemoryKeyValueStore())
            .with(StoredLibrary.inMemory())
    }
}
