// The only file of this target that imports a C library.

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
        // O_NONBLOCK, so that opening a named pipe doesn't block and its kind can be checked.
        return try checked(.open, systemOpen(path, flags | O_CLOEXEC | O_NONBLOCK, 0o600))
    }

    public func close(_ descriptor: Int32) {
        // An error here has no remedy: everything that had to be durable has been synchronized before.
        _ = systemClose(descriptor)
    }

    public func read(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(FileError) -> Int {
        adviseLargePages(for: buffer)
        return try checked(.read, pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)))
    }

    /// Linux maps fresh memory page by page as it is filled, which takes longer than copying a large cached file. It
    /// can map pages of two megabytes instead.
    private func adviseLargePages(for buffer: UnsafeMutableRawBufferPointer) {
        #if canImport(Glibc)
        let page = 1 << 21
        guard buffer.count >= 2 * page, let start = buffer.baseAddress?.alignedUp(toMultipleOf: page) else { return }
        // Only a hint; the kernel may ignore it.
        madvise(start, buffer.count - page, MADV_HUGEPAGE)
        #endif
    }

    public func write(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int) throws(FileError) -> Int {
        try checked(.write, pwrite(descriptor, buffer.baseAddress, buffer.count, off_t(offset)))
    }

    public func truncate(_ descriptor: Int32, to length: Int) throws(FileError) {
        try checked(.truncate, ftruncate(descriptor, off_t(length)))
    }

    public func synchronize(_ descriptor: Int32) throws(FileError) {
        #if canImport(Darwin)
        // On Darwin, fsync only hands the data to the drive.
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
        while true {
            // Nil both at the end and after a failure.
            errno = 0
            guard let entry = readdir(stream) else { break }
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

    /// Returns a descriptor that becomes readable when something changes in a directory watched through it (inotify).
    /// Fails with `ENOTSUP` on systems other than Linux.
    func openNotifications() throws(FileError) -> Int32 {
        #if os(Linux)
        try checked(.watch, inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)))
        #else
        throw FileError(.watch, code: ENOTSUP)
        #endif
    }

    /// Watches the directory that is at the path now. Repeating the call for the same directory changes nothing.
    func watch(_ directory: String, through descriptor: Int32) throws(FileError) {
        #if os(Linux)
        let changes = IN_CREATE | IN_MODIFY | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_MOVE_SELF | IN_DELETE_SELF
        try checked(.watch, inotify_add_watch(descriptor, directory, UInt32(changes | IN_ONLYDIR)))
        #else
        throw FileError(.watch, code: ENOTSUP)
        #endif
    }

    /// Discards the pending events, so that the descriptor becomes readable with the next change.
    func discardNotifications(of descriptor: Int32) {
        // Large enough for any single event; a read into a smaller buffer fails.
        withUnsafeTemporaryAllocation(byteCount: 1 << 12, alignment: 8) { buffer in
            while systemRead(descriptor, buffer) > 0 || errno == EINTR {}
        }
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

// System functions whose names the methods above hide.
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
    static let unsupported = EINVAL
    static let exists = EEXIST
    static let forbidden = EACCES
    static let isADirectory = EISDIR

    /// The system's description of the error.
    public var reason: String {
        String(cString: strerror(code))
    }
}

/// The process identifier, for unique file names.
var processNumber: Int32 { getpid() }

/// A sequence of bytes: a standard stream, a pipe, or a file read from its beginning.
public struct ByteStream: Sendable {
    public let descriptor: Int32

    public static let standardInput = ByteStream(descriptor: 0)
    public static let standardOutput = ByteStream(descriptor: 1)
    public static let standardError = ByteStream(descriptor: 2)

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Opens a file or pipe for reading. Waits until a named pipe has a writer.
    public init(readingFrom path: String) throws(FileError) {
        self.descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw FileError(.open, code: errno) }
    }

    /// Opens an existing pipe or device for writing.
    public init(writingTo path: String) throws(FileError) {
        self.descriptor = systemOpen(path, O_WRONLY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw FileError(.open, code: errno) }
    }

    public func close() {
        _ = systemClose(descriptor)
    }

    /// Writes all bytes, in as many calls as it takes.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Another process that shares the stream has made it non-blocking.
                wait(for: POLLOUT)
            } else if errno != EINTR {
                throw FileError(.write, code: errno)
            }
        }
    }

    /// Waits for bytes and reads at most as many as the buffer holds. Returns the number read; 0 means the end.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        while true {
            let count = systemRead(descriptor, buffer)
            if count >= 0 { return count }
            if errno == EAGAIN {
                wait(for: POLLIN)
            } else if errno != EINTR {
                throw FileError(.read, code: errno)
            }
        }
    }

    @discardableResult
    private func wait(for event: some BinaryInteger) -> Int32 {
        var waiting = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        return poll(&waiting, 1, -1)
    }
}

private let systemWrite: @Sendable (Int32, UnsafeRawBufferPointer) -> Int = { write($0, $1.baseAddress, $1.count) }
private let systemRead: @Sendable (Int32, UnsafeMutableRawBufferPointer) -> Int = {
    read($0, $1.baseAddress, $1.count)
}

extension FileError {
    /// Whether the reader of a pipe is gone.
    public var isClosedPipe: Bool { code == EPIPE }
}

extension UnsafeBufferPointer<UInt8> {
    /// The index of the next such byte at or after `start`.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard let base = baseAddress, start < count, let found = memchr(base + start, Int32(byte), count - start)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
}
