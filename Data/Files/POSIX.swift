// The only file that knows which C library there is.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The real file system.
public struct POSIXFiles: FileOperations {
    public init() {}

    public func open(_ path: String, _ access: FileAccess) throws(FileError) -> Int32 {
        let flags =
            switch access {
            case .read: O_RDONLY
            case .readAndWrite: O_RDWR
            case .create: O_RDWR | O_CREAT
            case .createNew: O_RDWR | O_CREAT | O_EXCL
            case .directory: O_RDONLY | O_DIRECTORY
            }
        // O_NONBLOCK, so that a named pipe in place of a file is seen for what it is instead of waited for.
        return try checked(.open, systemOpen(path, flags | O_CLOEXEC | O_NONBLOCK, 0o600))
    }

    public func close(_ descriptor: Int32) {
        // Nothing can be done about an error here: whatever had to be durable has been synchronized before.
        _ = systemClose(descriptor)
    }

    public func read(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(FileError) -> Int {
        try checked(.read, pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)))
    }

    public func write(
        _ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int
    ) throws(FileError) -> Int {
        try checked(.write, pwrite(descriptor, buffer.baseAddress, buffer.count, off_t(offset)))
    }

    public func truncate(_ descriptor: Int32, to length: Int) throws(FileError) {
        try checked(.truncate, ftruncate(descriptor, off_t(length)))
    }

    public func synchronize(_ descriptor: Int32) throws(FileError) {
        #if canImport(Darwin)
        // fsync only hands the data to the drive there.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        try checked(.synchronize, fsync(descriptor))
        #else
        try checked(.synchronize, fdatasync(descriptor))
        #endif
    }

    public func status(_ descriptor: Int32) throws(FileError) -> FileStatus {
        var status = stat()
        try checked(.status, fstat(descriptor, &status))
        return FileStatus(status)
    }

    public func status(at path: String) throws(FileError) -> FileStatus {
        var status = stat()
        try checked(.status, stat(path, &status))
        return FileStatus(status)
    }

    public func setMode(_ descriptor: Int32, _ mode: UInt32) throws(FileError) {
        try checked(.setMode, fchmod(descriptor, mode_t(mode)))
    }

    public func rename(_ path: String, to newPath: String) throws(FileError) {
        try checked(.rename, systemRename(path, newPath))
    }

    public func remove(_ path: String) throws(FileError) {
        try checked(.remove, unlink(path))
    }

    public func makeDirectory(_ path: String) throws(FileError) {
        try checked(.makeDirectory, mkdir(path, 0o700))
    }

    public func list(_ directory: String) throws(FileError) -> [String] {
        guard let stream = opendir(directory) else { throw FileError(.list, code: errno) }
        defer { closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw FileError(.list, code: errno) }
        return names
    }

    public func readLink(_ path: String) throws(FileError) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = try checked(.readLink, readlink(path, &buffer, buffer.count))
        return String(decoding: buffer.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    public func tryLock(_ descriptor: Int32) throws(FileError) -> Bool {
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
        guard errno == EWOULDBLOCK else { throw FileError(.lock, code: errno) }
        return false
    }

    @discardableResult
    private func checked<Number: SignedInteger>(
        _ call: FileError.Call, _ result: @autoclosure () -> Number
    ) throws(FileError) -> Number {
        let number = result()
        guard number >= 0 else { throw FileError(call, code: errno) }
        return number
    }
}

// The names the methods above would hide.
private let systemOpen: @Sendable (String, Int32, mode_t) -> Int32 = { open($0, $1, $2) }
private let systemClose: @Sendable (Int32) -> Int32 = { close($0) }
private let systemRename: @Sendable (String, String) -> Int32 = { rename($0, $1) }

extension FileStatus {
    fileprivate init(_ status: stat) {
        let kind: Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .directory
            default: .other
            }
        self.init(
            identity: FileIdentity(
                device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino)),
            size: Int(status.st_size), mode: UInt32(status.st_mode & 0o7777), kind: kind)
    }
}

extension FileError {
    static let interrupted = EINTR
    static let missing = ENOENT
    static let notALink = EINVAL
    static let exists = EEXIST
    static let noSpace = ENOSPC
    static let deviceFailed = EIO

    /// What the system calls the error, for people.
    public var reason: String {
        String(cString: strerror(code))
    }
}

/// The number of this process, for names of files that must be told from those of others.
var processNumber: Int32 { getpid() }

extension UnsafeBufferPointer<UInt8> {
    /// Where the next line feed is, or nil.
    func endOfLine(from start: Int) -> Int? {
        guard let base = baseAddress, start < count, let found = memchr(base + start, 0x0A, count - start)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
}
