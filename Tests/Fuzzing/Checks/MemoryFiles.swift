import Foundation
public import Storage
import Synchronization

/// Files in memory, in one directory: fast enough for many small stores.
public final class MemoryFiles: FileOperations {
    private struct State {
        var contents: [Int: [UInt8]] = [:]
        var names: [String: Int] = [:]
        var open: [Int32: Int] = [:]
        var next = 3

        mutating func make(_ bytes: [UInt8]) -> Int {
            next += 1
            contents[next] = bytes
            return next
        }

        func status(of file: Int) -> FileStatus {
            FileStatus(
                identity: FileIdentity(device: 1, inode: UInt64(file)), size: contents[file]?.count ?? 0, mode: 0o600,
                kind: .file)
        }
    }

    private let state = Mutex(State())

    /// A directory with one file.
    public init(_ path: String, _ bytes: [UInt8]) {
        state.withLock { state in state.names[path] = state.make(bytes) }
    }

    /// The contents of a file; nil if there is none.
    public func bytes(_ path: String) -> [UInt8]? {
        state.withLock { state in state.names[path].flatMap { state.contents[$0] } }
    }

    public func open(_ path: String, _ access: FileAccess) throws(FileError) -> Int32 {
        try state.withLock { state throws(FileError) in
            let file: Int
            switch (access, state.names[path]) {
            case (.directory, _): file = 0
            case (.createNew, .some): throw FileError(.open, code: EEXIST)
            case (.create, nil), (.createNew, nil):
                file = state.make([])
                state.names[path] = file
            case (_, let found?): file = found
            case (_, nil): throw FileError(.open, code: ENOENT)
            }
            state.next += 1
            state.open[Int32(state.next)] = file
            return Int32(state.next)
        }
    }

    public func close(_ descriptor: Int32) {
        state.withLock { $0.open[descriptor] = nil }
    }

    public func read(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(FileError) -> Int {
        let bytes = try change(descriptor, .read) { $0 }
        let part = bytes.dropFirst(offset).prefix(buffer.count)
        buffer.copyBytes(from: part)
        return part.count
    }

    public func write(
        _ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int
    ) throws(FileError) -> Int {
        let new = Array(buffer)
        try change(descriptor, .write) { bytes in
            bytes += [UInt8](repeating: 0, count: max(0, offset + new.count - bytes.count))
            bytes.replaceSubrange(offset..<offset + new.count, with: new)
        }
        return new.count
    }

    public func truncate(_ descriptor: Int32, to length: Int) throws(FileError) {
        try change(descriptor, .truncate) { $0.removeLast($0.count - length) }
    }

    public func synchronize(_ descriptor: Int32) {}

    public func status(_ descriptor: Int32) throws(FileError) -> FileStatus {
        try state.withLock { state throws(FileError) in
            guard let file = state.open[descriptor] else { throw FileError(.status, code: EBADF) }
            return state.status(of: file)
        }
    }

    public func status(at path: String) throws(FileError) -> FileStatus {
        try state.withLock { state throws(FileError) in
            guard let file = state.names[path] else { throw FileError(.status, code: ENOENT) }
            return state.status(of: file)
        }
    }

    public func setMode(_ descriptor: Int32, _ mode: UInt32) {}

    public func rename(_ path: String, to newPath: String) throws(FileError) {
        try state.withLock { state throws(FileError) in
            guard let file = state.names.removeValue(forKey: path) else { throw FileError(.rename, code: ENOENT) }
            state.names[newPath] = file
        }
    }

    public func remove(_ path: String) throws(FileError) {
        try state.withLock { state throws(FileError) in
            guard state.names.removeValue(forKey: path) != nil else { throw FileError(.remove, code: ENOENT) }
        }
    }

    public func makeDirectory(_ path: String) throws(FileError) {
        throw FileError(.makeDirectory, code: EEXIST)
    }

    public func list(_ directory: String) -> [String] {
        state.withLock { $0.names.keys.map { String($0.dropFirst()) } }
    }

    public func readLink(_ path: String) throws(FileError) -> String {
        throw FileError(.readLink, code: EINVAL)
    }

    /// Always succeeds: each store here has one user.
    public func tryLock(_ descriptor: Int32) -> Bool { true }

    @discardableResult
    private func change<Value: Sendable>(
        _ descriptor: Int32, _ call: FileError.Call, _ body: (inout [UInt8]) -> Value
    ) throws(FileError) -> Value {
        try state.withLock { state throws(FileError) in
            guard let file = state.open[descriptor], var bytes = state.contents[file] else {
                throw FileError(call, code: EBADF)
            }
            defer { state.contents[file] = bytes }
            return body(&bytes)
        }
    }
}
