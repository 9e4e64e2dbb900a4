/// The engines that can store records. `open` opens them; only `MemoryRecordStore` can also be created directly. The
/// contract suite runs on every case that can run on the machine.
public enum StorageEngine: String, CaseIterable, Sendable {
    /// A file that grows by one line for each unit of work, and survives crashes.
    case journal
    /// One small file, rewritten as a whole with each change.
    case keyValue
    /// An etcd cluster, shared by many machines. Opening it traps if the location has no address of one.
    case etcd
    /// In memory: records last as long as the store itself, which is enough for tests, for the demo, and for finding out
    /// what a command would do.
    case memory

    /// The engine's store, with what it states about itself.
    public var store: any ListedRecordStore.Type {
        switch self {
        case .etcd: EtcdRecordStore.self
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
