import Foundation
import Synchronization

@testable import Storage

/// A file system in memory that tracks what is durable. Contents become durable when their descriptor is synchronized,
/// names when the descriptor of their directory is.
///
/// Paths are absolute; `.` and `..` are ordinary names.
final class SimulatedDisk: FileOperations {
    private let current: Mutex<DiskState>

    init(_ state: DiskState = DiskState()) {
        current = Mutex(state)
    }

    var state: DiskState {
        current.withLock { $0 }
    }

    func open(_ path: String, _ access: FileAccess) throws(FileError) -> Int32 {
        try current.withLock { state throws(FileError) in
            let entry = try state.entry(of: path, for: .open, followingLinks: access != .createNew)
            var isDirectory = false
            if let node = entry.node, case .directory? = state.nodes[node] { isDirectory = true }
            switch (access, entry.node) {
            case (.createNew, .some): throw FileError(.open, code: EEXIST)
            case (.create, nil), (.createNew, nil):
                let node = state.add(.file(Buffered(FileImage())), entry.name, in: entry.directory)
                return state.hold(node, isWritable: true)
            case (_, nil): throw FileError(.open, code: ENOENT)
            case (.directory, _) where !isDirectory: throw FileError(.open, code: ENOTDIR)
            case (.readAndWrite, _) where isDirectory, (.create, _) where isDirectory:
                throw FileError(.open, code: EISDIR)
            case (_, .some(let node)):
                return state.hold(node, isWritable: access == .readAndWrite || access == .create)
            }
        }
    }

    func close(_ descriptor: Int32) {
        current.withLock { $0.close(descriptor) }
    }

    func read(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(FileError) -> Int {
        let bytes = try current.withLock { state throws(FileError) in try state.file(descriptor, for: .read).bytes }
        guard offset < bytes.count else { return 0 }
        let part = bytes[offset...].prefix(buffer.count)
        buffer.copyBytes(from: part)
        return part.count
    }

    func write(
        _ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int
    ) throws(FileError) -> Int {
        let bytes = Array(buffer)
        try current.withLock { state throws(FileError) in
            try state.change(descriptor, for: .write, .write(bytes, at: offset))
        }
        return bytes.count
    }

    func truncate(_ descriptor: Int32, to length: Int) throws(FileError) {
        try current.withLock { state throws(FileError) in
            try state.change(descriptor, for: .truncate, .truncate(length))
        }
    }

    func synchronize(_ descriptor: Int32) throws(FileError) {
        try current.withLock { state throws(FileError) in try state.synchronize(descriptor, succeeding: true) }
    }

    /// The effect of a failed synchronization on the disk.
    func failToSynchronize(_ descriptor: Int32) {
        current.withLock { state in try? state.synchronize(descriptor, succeeding: false) }
    }

    func status(_ descriptor: Int32) throws(FileError) -> FileStatus {
        try current.withLock { state throws(FileError) in
            state.status(of: try state.held(descriptor, for: .status).node)
        }
    }

    func status(at path: String) throws(FileError) -> FileStatus {
        try current.withLock { state throws(FileError) in
            state.status(of: try state.node(at: path, for: .status))
        }
    }

    func setMode(_ descriptor: Int32, _ mode: UInt32) throws(FileError) {
        try current.withLock { state throws(FileError) in
            try state.change(descriptor, for: .setMode, .setMode(mode))
        }
    }

    /// Only within one directory, as the stores need it.
    func rename(_ path: String, to newPath: String) throws(FileError) {
        try current.withLock { state throws(FileError) in
            let old = try state.entry(of: path, for: .rename, followingLinks: false)
            let new = try state.entry(of: newPath, for: .rename, followingLinks: false)
            guard let node = old.node else { throw FileError(.rename, code: ENOENT) }
            guard old.directory == new.directory else { throw FileError(.rename, code: EXDEV) }
            state.change(old.directory, .move(old.name, to: new.name, node: node))
        }
    }

    func remove(_ path: String) throws(FileError) {
        try current.withLock { state throws(FileError) in
            let entry = try state.entry(of: path, for: .remove, followingLinks: false)
            guard entry.node != nil else { throw FileError(.remove, code: ENOENT) }
            state.change(entry.directory, .remove(entry.name))
        }
    }

    func makeDirectory(_ path: String) throws(FileError) {
        try make(.directory(Buffered([:])), at: path, for: .makeDirectory)
    }

    func makeLink(_ path: String, to target: String) throws(FileError) {
        try make(.link(target), at: path, for: .readLink)
    }

    private func make(_ node: DiskState.Node, at path: String, for call: FileError.Call) throws(FileError) {
        try current.withLock { state throws(FileError) in
            let entry = try state.entry(of: path, for: call, followingLinks: false)
            guard entry.node == nil else { throw FileError(call, code: EEXIST) }
            _ = state.add(node, entry.name, in: entry.directory)
        }
    }

    func list(_ directory: String) throws(FileError) -> [String] {
        try current.withLock { state throws(FileError) in
            let node = try state.node(at: directory, for: .list)
            guard case .directory(let names)? = state.nodes[node] else { throw FileError(.list, code: ENOTDIR) }
            return Array(names.value.keys)
        }
    }

    func readLink(_ path: String) throws(FileError) -> String {
        try current.withLock { state throws(FileError) in
            let node = try state.node(at: path, for: .readLink, followingLinks: false)
            guard case .link(let target)? = state.nodes[node] else { throw FileError(.readLink, code: EINVAL) }
            return target
        }
    }

    func tryLock(_ descriptor: Int32) throws(FileError) -> Bool {
        try current.withLock { state throws(FileError) in try state.lock(descriptor) }
    }
}
