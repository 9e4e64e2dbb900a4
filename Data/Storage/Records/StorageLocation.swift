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
    /// How long their writers wait for the lock.
    public var patience = Duration.seconds(10)
    /// The cluster for the engine `etcd`.
    public var etcd: EtcdLocation?
    /// Receives notices for the user about things that are not errors. It must not use the store. By default, notices
    /// are dropped.
    public var notice: @Sendable (StorageNotice) -> Void = { _ in }

    public init(
        application: String, name: String, directory: String, files: any FileOperations = POSIXFiles()
    ) {
        self.application = application
        self.name = name
        self.directory = directory
        self.files = files
    }

    /// The name of the journal's format, in its first line.
    public var format: String { "\(application)-\(name)" }

    func path(_ extension: String) -> String { "\(directory)/\(name).\(`extension`)" }
}
