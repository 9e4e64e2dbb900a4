import Foundation
public import Storage

/// The real files on a simulated read-only file system. File permissions wouldn't do, because they don't stop root, as
/// whom tests may run.
public struct ReadOnlyFiles: FileOperations {
    private let files = POSIXFiles()

    public init() {}

    public func open(_ path: String, _ access: FileAccess) throws(FileError) -> Int32 {
        switch access {
        case .read, .directory: return try files.open(path, access)
        case .readAndWrite, .create, .createNew: throw FileError(.open, code: EROFS)
        }
    }

    public func close(_ descriptor: Int32) {
        files.close(descriptor)
    }

    public func read(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(FileError) -> Int {
        try files.read(descriptor, into: buffer, at: offset)
    }

    public func write(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int) throws(FileError) -> Int {
        throw FileError(.write, code: EROFS)
    }

    public func truncate(_ descriptor: Int32, to length: Int) throws(FileError) {
        throw FileError(.truncate, code: EROFS)
    }

    public func synchronize(_ descriptor: Int32) throws(FileError) {
        try files.synchronize(descriptor)
    }

    public func status(_ descriptor: Int32) throws(FileError) -> FileStatus {
        try files.status(descriptor)
    }

    public func status(at path: String) throws(FileError) -> FileStatus {
        try files.status(at: path)
    }

    public func setMode(_ descriptor: Int32, _ mode: UInt32) throws(FileError) {
        throw FileError(.setMode, code: EROFS)
    }

    public func rename(_ path: String, to newPath: String) throws(FileError) {
        throw FileError(.rename, code: EROFS)
    }

    public func remove(_ path: String) throws(FileError) {
        throw FileError(.remove, code: EROFS)
    }

    public func makeDirectory(_ path: String) throws(FileError) {
        throw FileError(.makeDirectory, code: files.exists(path) ? EEXIST : EROFS)
    }

    public func list(_ directory: String) throws(FileError) -> [String] {
        try files.list(directory)
    }

    public func readLink(_ path: String) throws(FileError) -> String {
        try files.readLink(path)
    }

    public func tryLock(_ descriptor: Int32) throws(FileError) -> Bool {
        try files.tryLock(descriptor)
    }
}

extension POSIXFiles {
    fileprivate func exists(_ path: String) -> Bool {
        (try? status(at: path)) != nil
    }
}
