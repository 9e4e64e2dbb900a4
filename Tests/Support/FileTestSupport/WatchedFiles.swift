public import Storage

/// The properties of a file system call on which faults depend.
public struct FileCall: Sendable {
    public let kind: FileError.Call
    public var access: FileAccess?
    public var descriptor: Int32?
}

/// Called before and after each file system call.
public protocol CallWatcher: Sendable {
    /// Returns the most bytes the call may read or write. If this throws, the call is not made and fails with this
    /// error.
    func willMake(_ call: FileCall) throws(FileError) -> Int
    func didMakeCall()
}

/// A file system whose calls are all watched.
public struct WatchedFiles: FileOperations {
    private let base: any FileOperations
    private let watcher: any CallWatcher

    public init(base: any FileOperations, watcher: any CallWatcher) {
        (self.base, self.watcher) = (base, watcher)
    }

    private func watched<Value>(
        _ call: FileCall, _ make: (_ limit: Int) throws(FileError) -> Value
    ) throws(FileError) -> Value {
        let limit = try watcher.willMake(call)
        defer { watcher.didMakeCall() }
        return try make(limit)
    }

    public func open(_ path: String, _ access: FileAccess) throws(FileError) -> Int32 {
        try watched(FileCall(kind: .open, access: access)) { (_) throws(FileError) in try base.open(path, access) }
    }

    public func close(_ descriptor: Int32) {
        base.close(descriptor)
        watcher.didMakeCall()
    }

    public func read(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(FileError) -> Int {
        try watched(FileCall(kind: .read)) { limit throws(FileError) in
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(limit))
            return try base.read(descriptor, into: part, at: offset)
        }
    }

    public func write(
        _ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int
    ) throws(FileError) -> Int {
        try watched(FileCall(kind: .write, descriptor: descriptor)) { limit throws(FileError) in
            try base.write(descriptor, UnsafeRawBufferPointer(rebasing: buffer.prefix(limit)), at: offset)
        }
    }

    public func truncate(_ descriptor: Int32, to length: Int) throws(FileError) {
        try watched(FileCall(kind: .truncate)) { (_) throws(FileError) in try base.truncate(descriptor, to: length) }
    }

    public func synchronize(_ descriptor: Int32) throws(FileError) {
        try watched(FileCall(kind: .synchronize, descriptor: descriptor)) { (_) throws(FileError) in
            try base.synchronize(descriptor)
        }
    }

    public func status(_ descriptor: Int32) throws(FileError) -> FileStatus {
        try watched(FileCall(kind: .status, descriptor: descriptor)) { (_) throws(FileError) in
            try base.status(descriptor)
        }
    }

    public func status(at path: String) throws(FileError) -> FileStatus {
        try watched(FileCall(kind: .status)) { (_) throws(FileError) in try base.status(at: path) }
    }

    public func setMode(_ descriptor: Int32, _ mode: UInt32) throws(FileError) {
        try watched(FileCall(kind: .setMode)) { (_) throws(FileError) in try base.setMode(descriptor, mode) }
    }

    public func rename(_ path: String, to newPath: String) throws(FileError) {
        try watched(FileCall(kind: .rename)) { (_) throws(FileError) in try base.rename(path, to: newPath) }
    }

    public func remove(_ path: String) throws(FileError) {
        try watched(FileCall(kind: .remove)) { (_) throws(FileError) in try base.remove(path) }
    }

    public func makeDirectory(_ path: String) throws(FileError) {
        try watched(FileCall(kind: .makeDirectory)) { (_) throws(FileError) in try base.makeDirectory(path) }
    }

    public func list(_ directory: String) throws(FileError) -> [String] {
        try watched(FileCall(kind: .list)) { (_) throws(FileError) in try base.list(directory) }
    }

    public func readLink(_ path: String) throws(FileError) -> String {
        try watched(FileCall(kind: .readLink)) { (_) throws(FileError) in try base.readLink(path) }
    }

    public func tryLock(_ descriptor: Int32) throws(FileError) -> Bool {
        try watched(FileCall(kind: .lock)) { (_) throws(FileError) in try base.tryLock(descriptor) }
    }
}
