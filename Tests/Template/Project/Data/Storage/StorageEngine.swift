/// The engines that can store records. `open` opens them; only `MemoryRecordStore` can also be created directly. The
/// contract suite runs on every case.
public enum StorageEngine: String, CaseIterable, Sendable {
    /// A file that grows by one line for each unit of work, and survives crashes.
    case journal
    /// One small file, rewritten as a whole with each change.
    case keyValue
    /// Records last as long as the store itself.
    case memory

    /// The engine's store, with what it states about itself.
    public var store: any ListedRecordStore.Type {
        switch self {
        case .journal: JournalStore.self
        case .keyValue: KeyValueRecordStore.self
        case .memory: MemoryRecordStore.self
        }
    }

    /// Opens the store at a location. Nothing is read or written until it is used.
    public func open(_ location: StorageLocation) -> any RecordStore {
        store.init(location)
    }
}
