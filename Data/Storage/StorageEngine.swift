/// The engines that can store records. `open` opens them; only `MemoryRecordStore` can also be created directly. The
/// contract suite runs on every case, on etcd where it is installed.
public enum StorageEngine: String, CaseIterable, Sendable {
    /// A file that grows by one line for each unit of work, and survives crashes.
    case journal
    /// One small file, rewritten as a whole with each change.
    case keyValue
    /// Records last as long as the store itself.
    case memory
    /// An etcd cluster, shared by many machines.
    case etcd

    /// The engine's store, with what it states about itself.
    public var store: any ListedRecordStore.Type {
        switch self {
        case .journal: JournalStore.self
        case .keyValue: KeyValueRecordStore.self
        case .memory: MemoryRecordStore.self
        case .etcd: EtcdRecordStore.self
        }
    }

    /// Opens the store at a location. Nothing is read or written until it is used.
    ///
    /// Traps if the engine is `etcd` and the location has no cluster address.
    public func open(_ location: StorageLocation) -> any RecordStore {
        store.init(location)
    }
}

/// Where an application stores its records, for every engine.
public struct StorageLocation: Sendable {
    /// The application's name ("calendar"), with which format names begin.
    public var application: String
    /// A collective name for the records ("appointments"), used in the names of files and of the format.
    public var name: String
    /// The directory for engines that use files.
    public var directory: String
    /// The file system they use.
    public var files: any FileOperations
    /// How they detect changes by other processes.
    public var watcher = FileWatcher.notified
    /// The cluster for the engine `etcd`.
    public var etcd: EtcdLocation?
    /// Receives notices for the user about things that are not errors. It must not use the store. By default, notices are dropped.
    public var notice: @Sendable (StorageNotice) -> Void = { _ in }

    public init(
        application: String, name: String, directory: String, files: any FileOperations = POSIXFiles(),
        etcd: EtcdLocation? = nil
    ) {
        self.application = application
        self.name = name
        self.directory = directory
        self.files = files
        self.etcd = etcd
    }

    /// The name of the journal's format, in its first line.
    public var format: String { "\(application)-\(name)" }

    func path(_ extension: String) -> String { "\(directory)/\(name).\(`extension`)" }
}
