/// The system calls that the file stores use. Tests substitute a simulated disk, or one that fails.
///
/// Each method is one call: it may be interrupted (`EINTR`), and may read or write less than asked. `OpenFile` and
/// `retrying` deal with both. Paths are passed to the system unchanged; `status`, `open` (except with `createNew`) and
/// `list` follow a symbolic link at the end of a path, the others don't.
public protocol FileOperations: Sendable {
    /// Opens a file and returns its descriptor.
    func open(_ path: String, _ access: FileAccess) throws(FileError) -> Int32
    func close(_ descriptor: Int32)
    /// Reads at `offset` and returns the number of bytes; 0 means the end of the file.
    func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int
    func write(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int) throws(FileError) -> Int
    func truncate(_ descriptor: Int32, to length: Int) throws(FileError)
    /// Waits until everything written is on the device, as far as the system can tell. With the descriptor of a
    /// directory, makes its entries durable.
    func synchronize(_ descriptor: Int32) throws(FileError)
    func status(_ descriptor: Int32) throws(FileError) -> FileStatus
    /// The status of the file at the path; fails with `ENOENT` if there is none.
    func status(at path: String) throws(FileError) -> FileStatus
    func setMode(_ descriptor: Int32, _ mode: UInt32) throws(FileError)
    /// Atomically renames a file, replacing any file at `newPath`.
    func rename(_ path: String, to newPath: String) throws(FileError)
    func remove(_ path: String) throws(FileError)
    func makeDirectory(_ path: String) throws(FileError)
    /// The names in a directory, in no particular order.
    func list(_ directory: String) throws(FileError) -> [String]
    /// The target of a symbolic link; fails with `EINVAL` if the path is not a link.
    func readLink(_ path: String) throws(FileError) -> String
    /// Takes an exclusive `flock` without waiting, and returns whether it was free. Closing the descriptor, or the end
    /// of the process, releases it.
    func tryLock(_ descriptor: Int32) throws(FileError) -> Bool
}

/// What a file is opened for.
public enum FileAccess: Hashable, Sendable {
    case read
    case readAndWrite
    /// Reading and writing; creates an empty file with mode 0600 if there is none.
    case create
    /// Reading and writing; creates the file, and fails if there is one.
    case createNew
    case directory
}

/// A file's attributes.
public struct FileStatus: Hashable, Sendable {
    public var identity: FileIdentity
    public var size: Int
    /// The permission bits.
    public var mode: UInt32
    public var kind: Kind

    public enum Kind: Hashable, Sendable {
        case file
        case directory
        case other
    }

    public init(identity: FileIdentity, size: Int, mode: UInt32, kind: Kind) {
        self.identity = identity
        self.size = size
        self.mode = mode
        self.kind = kind
    }
}

/// Distinguishes a file from all others that exist at the same time. While a file is held open, no later file has its
/// identity.
public struct FileIdentity: Hashable, Sendable {
    public var device: UInt64
    public var inode: UInt64

    public init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

/// A system call that failed.
public struct FileError: Error, Hashable {
    public let call: Call
    /// The system's error number.
    public let code: Int32

    public enum Call: String, Sendable {
        case open, read, write, truncate, synchronize, status, setMode, rename, remove, makeDirectory, list, readLink
        case lock, watch
    }

    public init(_ call: Call, code: Int32) {
        self.call = call
        self.code = code
    }
}

extension StorageError {
    init(_ error: FileError, doing operation: String, location: String) {
        self = .failed(operation: operation, location: location, reason: error.reason)
    }
}
