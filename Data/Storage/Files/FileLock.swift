/// An exclusive lock on a file, between processes. It is released when its holder ends, for whatever reason.
///
/// It consists of two locks: one on a file beside it whose name ends in `.lock`, which this program never renames or
/// removes, and one on the file itself, if it exists. If another program removes one of these files, the other lock
/// still keeps a second writer out.
///
/// Each is an `flock`, which belongs to the open file: unlike a POSIX record lock it isn't lost when another part of
/// the process closes the same file.
struct FileLock: Sendable {
    /// The path of the locked file, symbolic links resolved.
    let path: String
    /// The file at `path`, open for reading and writing; nil if it was missing when the lock was taken.
    let file: OpenFile?

    private let link: String
    private let lock: OpenFile
    private let files: any FileOperations

    /// Waits up to `patience` for the lock on the file at `path`, which may be a symbolic link; then, or when the task
    /// is cancelled, throws `StorageError.busy`. The lock is held for the lifetime of the result.
    static func acquire(
        for path: String, files: any FileOperations, patience: Patience
    ) async throws(StorageError) -> FileLock {
        var pause = Duration.milliseconds(1)
        while true {
            let target = try path.resolved(files)
            do throws(FileError) {
                if let lock = try FileLock(link: path, path: target, files: files) { return lock }
            } catch {
                throw StorageError(error, doing: "write", location: target)
            }
            guard !patience.isOver, !Task.isCancelled else {
                throw .busy(location: target + ".lock", seconds: patience.seconds)
            }
            // A random pause, so that waiters don't all come back at once.
            let ownPause = pause * Double.random(in: 0.5...1.5)
            // `flock` can't wait with a timeout. Sleep throws only when cancelled, which the next round checks.
            try? await Task.sleep(for: ownPause)
            pause = min(pause * 2, .milliseconds(20))
        }
    }

    /// Returns nil if one of the locks is taken, or a file was replaced meanwhile.
    private init?(link: String, path: String, files: any FileOperations) throws(FileError) {
        // Where a link leads to, a missing directory is out of reach.
        if path == link { try files.makeDirectories(directory(of: path)) }
        lock = try OpenFile(path + ".lock", .create, files: files)
        guard try lock.tryLock() else { return nil }
        do throws(FileError) {
            file = try OpenFile(path, .readAndWrite, files: files)
        } catch {
            guard error.code == FileError.missing || error.code == FileError.isADirectory else { throw error }
            file = nil
        }
        if let file {
            guard try file.tryLock() else { return nil }
        }
        self.path = path
        self.link = link
        self.files = files
        guard try isInForce() else { return nil }
    }

    /// Whether the paths still lead to the locked files. If not, another writer may have intervened.
    func isInForce() throws(FileError) -> Bool {
        guard try files.resolvingLinks(link) == path, try leads(path + ".lock", to: lock) else { return false }
        return try leads(path, to: file)
    }

    private func leads(_ path: String, to file: OpenFile?) throws(FileError) -> Bool {
        do throws(FileError) {
            let found = try retrying { () throws(FileError) in try files.status(at: path) }
            return found.kind == .directory ? file == nil : try found.identity == file?.status().identity
        } catch {
            guard error.code == FileError.missing else { throw error }
            return file == nil
        }
    }

    /// Calls `body` with the lock file locked, so that writers wait; without a lock if that file can't be opened.
    /// Returns nil, without calling it, if the lock can't be taken, for example because a writer or another call of this
    /// method has it. `path` must not be a symbolic link.
    static func whileFree<Value>(_ path: String, files: any FileOperations, _ body: () -> Value) -> Value? {
        // Without a lock file there is hardly a writer. One that belongs to another user can't be looked at.
        guard let lock = try? OpenFile(path + ".lock", .read, files: files) else { return body() }
        guard (try? lock.tryLock()) == true else { return nil }
        defer { withExtendedLifetime(lock) {} }
        return body()
    }
}

/// A limit for waiting.
struct Patience: Sendable {
    private let duration: Duration
    private let deadline: ContinuousClock.Instant

    /// Starts now.
    init(_ duration: Duration) {
        self.duration = duration
        self.deadline = .now + duration
    }

    var isOver: Bool { .now >= deadline }
    var seconds: Int { Int(duration.components.seconds) }
}
