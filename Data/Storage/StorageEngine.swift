/// The engines that can keep records. The only way to open one: the contract suite runs on every case, so that no engine
/// is used that is not tested.
public enum StorageEngine: String, CaseIterable, Sendable {
    /// An append-only file that survives crashes: the usual choice.
    case journal
    /// One small file that is written as a whole.
    case keyValue
    /// Nothing is kept beyond the end of the program.
    case memory
    /// An etcd cluster, which many machines share.
    case etcd

    /// Whether two stores opened with the same location keep the same records, in one process or in several, and keep them
    /// beyond the end of these.
    public var isShared: Bool { self != .memory }

    /// The records at that location. Nothing is read or written before they are used.
    ///
    /// Traps where the engine is `etcd` and the location has none.
    public func open(_ location: StorageLocation) -> any RecordStore {
        switch self {
        case .journal: LocalRecordStore.journal(in: location)
        case .keyValue:
            KeyValueRecordStore(
                KeyValueFile(path: location.path("json"), files: location.files, watcher: location.watcher))
        case .memory: MemoryRecordStore()
        case .etcd: EtcdRecordStore(location.requiredEtcd, application: location.application, files: location.files)
        }
    }
}

/// Where an application keeps its records, for every engine.
public struct StorageLocation: Sendable {
    /// The name of the application, which formats begin with ("calendar").
    public var application: String
    /// What the records are together ("appointments").
    public var name: String
    /// The folder of the engines that use files.
    public var directory: String
    /// The calls to the system that these make.
    public var files: any FileOperations
    /// How they learn what other processes do with these files.
    public var watcher = FileWatcher.notified
    /// The cluster of the engine `etcd`.
    public var etcd: EtcdLocation?
    /// Is told what a person should know though nothing failed: each thing once for each store. It doesn't use the
    /// store. Nobody is told unless it is set.
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

    fileprivate var requiredEtcd: EtcdLocation {
        guard let etcd else {
            preconditionFailure("StorageEngine.etcd needs StorageLocation.etcd: the address of a cluster")
        }
        return etcd
    }

    func path(_ extension: String) -> String { "\(directory)/\(name).\(`extension`)" }
}
