/// The calls to the system that the file stores are made of, one for each. Tests put a simulated disk here, or one
/// that fails.
///
/// Each method is one call: it may be interrupted (`EINTR`), and reading and writing may do less than was asked.
/// `File` and the methods in the extension below deal with that. Paths are taken as the system takes them; only
/// `status`, `open` and what names a directory follow a symbolic link in the last part.
public protocol FileOperations: Sendable {
    /// Opens a file and returns its descriptor.
    func open(_ path: String, _ access: FileAccess) throws(FileError) -> Int32
    func close(_ descriptor: Int32)
    /// Reads at that offset; 0 means the end of the file.
    func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int
    func write(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int) throws(FileError) -> Int
    func truncate(_ descriptor: Int32, to length: Int) throws(FileError)
    /// Waits until what was written is on the device, as far as the system can tell. A descriptor of a directory
    /// makes the names in it durable.
    func synchronize(_ descriptor: Int32) throws(FileError)
    func status(_ descriptor: Int32) throws(FileError) -> FileStatus
    /// The status of what the path leads to; `ENOENT` where there is nothing.
    func status(at path: String) throws(FileError) -> FileStatus
    func setMode(_ descriptor: Int32, _ mode: UInt32) throws(FileError)
    /// Puts the file of the one name in place of the other, in one step.
    func rename(_ path: String, to newPath: String) throws(FileError)
    func remove(_ path: String) throws(FileError)
    func makeDirectory(_ path: String) throws(FileError)
    /// The names in a directory, in no order.
    func list(_ directory: String) throws(FileError) -> [String]
    /// What a symbolic link says; `EINVAL` where the path is no link.
    func readLink(_ path: String) throws(FileError) -> String
    /// Takes an exclusive `flock` without waiting, and tells whether it was free. Closing the descriptor, or the end
    /// of the process, gives it back.
    func tryLock(_ descriptor: Int32) throws(FileError) -> Bool
}

/// What a file is opened for.
public enum FileAccess: Hashable, Sendable {
    case read
    case readAndWrite
    /// Also makes an empty file, for its owner alone, where there is none.
    case create
    /// Makes the file; there must be none.
    case createNew
    case directory
}

/// What the system knows of a file.
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

/// Tells a file from every other that exists at the same time. While a file is held open, no later one has its
/// identity.
public struct FileIdentity: Hashable, Sendable {
    public var device: UInt64
    public var inode: UInt64

    public init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

/// A call that the system refused.
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
