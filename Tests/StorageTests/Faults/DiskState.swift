import Foundation

@testable import Storage

/// A snapshot of a disk, and the files that processes have open.
struct DiskState: Sendable {
    enum Node: Sendable {
        case file(Buffered<FileChange>)
        case directory(Buffered<DirectoryChange>)
        case link(String)
    }

    struct Descriptor: Sendable {
        let node: Int
        let isWritable: Bool
    }

    static let root = 0

    var nodes: [Int: Node] = [root: .directory(Buffered([:]))]
    /// Counts changes and synchronizations.
    private(set) var generation = 0
    private var inodes: [Int: UInt64] = [root: 1]
    private var descriptors: [Int32: Descriptor] = [:]
    /// The descriptor that holds the lock on each file.
    private var locks: [Int: Int32] = [:]

    /// Ends all processes: nothing is open or locked. Written data stays, durable or not.
    mutating func endProcesses() {
        descriptors = [:]
        locks = [:]
    }

    /// The directory entry at a path: the directory, the name in it, and the node, if there is one.
    func entry(
        of path: String, for call: FileError.Call, followingLinks: Bool = true
    ) throws(FileError) -> (directory: Int, name: String, node: Int?) {
        var parts = path.split(separator: "/").map(String.init)
        var directory = Self.root
        var links = 0
        while let name = parts.first {
            guard case .directory(let names)? = nodes[directory] else { throw FileError(call, code: ENOTDIR) }
            let node = names.value[name]
            parts.removeFirst()
            if let node, case .link(let target)? = nodes[node], followingLinks || !parts.isEmpty {
                links += 1
                guard links <= 40 else { throw FileError(call, code: ELOOP) }
                if target.hasPrefix("/") { directory = Self.root }
                parts = target.split(separator: "/").map(String.init) + parts
            } else if parts.isEmpty {
                return (directory, name, node)
            } else {
                guard let node else { throw FileError(call, code: ENOENT) }
                directory = node
            }
        }
        return (Self.root, "", Self.root)
    }

    /// The node at a path.
    func node(at path: String, for call: FileError.Call, followingLinks: Bool = true) throws(FileError) -> Int {
        guard let node = try entry(of: path, for: call, followingLinks: followingLinks).node else {
            throw FileError(call, code: ENOENT)
        }
        return node
    }

    mutating func change(_ directory: Int, _ change: DirectoryChange) {
        guard case .directory(var names)? = nodes[directory] else { return }
        generation += 1
        names.make(change)
        nodes[directory] = .directory(names)
    }

    /// Adds a node under a name. Its inode is the smallest unused one, perhaps that of a file just removed.
    mutating func add(_ node: Node, _ name: String, in directory: Int) -> Int {
        var inUse: Set<Int> = [Self.root]
        for descriptor in descriptors.values { inUse.insert(descriptor.node) }
        for case .directory(let names) in nodes.values { inUse.formUnion(names.value.values) }
        let taken = Set(inUse.map { inodes[$0] })
        let number = nodes.count
        nodes[number] = node
        inodes[number] = (1...).first { !taken.contains($0) }
        change(directory, .add(name, node: number))
        return number
    }

    mutating func hold(_ node: Int, isWritable: Bool) -> Int32 {
        let descriptor = (3...Int32.max).first { descriptors[$0] == nil } ?? 3
        descriptors[descriptor] = Descriptor(node: node, isWritable: isWritable)
        return descriptor
    }

    mutating func close(_ descriptor: Int32) {
        descriptors[descriptor] = nil
        locks = locks.filter { $0.value != descriptor }
    }

    mutating func lock(_ descriptor: Int32) throws(FileError) -> Bool {
        let node = try held(descriptor, for: .lock).node
        if let holder = locks[node] { return holder == descriptor }
        locks[node] = descriptor
        return true
    }

    func held(_ descriptor: Int32, for call: FileError.Call) throws(FileError) -> Descriptor {
        guard let held = descriptors[descriptor] else { throw FileError(call, code: EBADF) }
        return held
    }

    func file(_ descriptor: Int32, for call: FileError.Call) throws(FileError) -> FileImage {
        guard case .file(let file)? = nodes[try held(descriptor, for: call).node] else {
            throw FileError(call, code: EISDIR)
        }
        return file.value
    }

    mutating func change(
        _ descriptor: Int32, for call: FileError.Call, _ change: FileChange
    ) throws(FileError) {
        let held = try held(descriptor, for: call)
        guard held.isWritable, case .file(var file)? = nodes[held.node] else { throw FileError(call, code: EBADF) }
        generation += 1
        file.make(change)
        nodes[held.node] = .file(file)
    }

    mutating func synchronize(_ descriptor: Int32, succeeding: Bool) throws(FileError) {
        let number = try held(descriptor, for: .synchronize).node
        generation += 1
        switch nodes[number] {
        case .file(var file)?:
            if succeeding { file.synchronize() } else { file.failToSynchronize() }
            nodes[number] = .file(file)
        case .directory(var names)?:
            // The file system's log keeps names that could not be written, for the next time.
            if succeeding { names.synchronize() }
            nodes[number] = .directory(names)
        case .link?, nil:
            break
        }
    }

    func status(of node: Int) -> FileStatus {
        let identity = FileIdentity(device: 1, inode: inodes[node] ?? 0)
        return switch nodes[node] {
        case .file(let file)?:
            FileStatus(identity: identity, size: file.value.bytes.count, mode: file.value.mode, kind: .file)
        case .directory?: FileStatus(identity: identity, size: 0, mode: 0o700, kind: .directory)
        case .link?, nil: FileStatus(identity: identity, size: 0, mode: 0, kind: .other)
        }
    }
}
