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

    /// The records at that location. Nothing is read or written before they are used. Two stores opened with the same
    /// engine and location keep the same records, except in memory.
    ///
    /// Traps where the engine is `etcd` and the location has none.
    public func open(_ location: StorageLocation) -> any RecordStore {
        switch self {
        case .keyValue: KeyValueRecordStore(KeyValueFile(path: location.path("json"), files: location.files))
        case .memory: MemoryRecordStore()
        case .journal: MemoryRecordStore()
        case .etcd: EtcdRecordStore(location.requiredEtcd, application: location.application, files: location.files)
        }
    }
}

/// Where an application keeps its records, for every engine.
public struct StorageLocation: Sendable {
    /// The name of the application, which formats begin with ("bookshelf").
    public var application: String
    /// What the records are together ("library").
    public var name: String
    /// The folder of the engines that use files.
    public var directory: String
    /// The calls to the system that these make.
    public var files: any FileOperations
    /// The cluster of the engine `etcd`.
    public var etcd: EtcdLocation?

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
