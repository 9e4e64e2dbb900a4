/// An exclusive lock between processes on a file. It is free again when its holder ends, however it ends.
///
/// It is two locks: one on a file beside it whose name ends in `.lock`, which is never renamed or removed by us, and one
/// on the file itself. If somebody removes the one, the other still keeps a second writer away.
///
/// Each is an `flock`, which belongs to the open file: unlike a POSIX record lock it is not lost when some other part of
/// the process closes the same file.
struct FileLock: Sendable {
    /// The path of what is locked, links followed.
    let path: String
    /// The file at `path`, for reading and writing; nil where there was none when the lock was taken.
    let file: OpenFile?

    private let link: String
    private let lock: OpenFile
    private let files: any FileOperations

    /// Waits up to `patience` for the lock on the file at `path`, which may be a symbolic link. It is held until the
    /// result is let go.
    static func acquire(
        for path: String, files: any FileOperations, patience: Patience
    ) async throws(StorageError) -> FileLock {
        var pause = Duration.milliseconds(1)
        while true {
            let target = try path.resolved(files)
            do throws(FileError) {
                if let lock = try FileLock(link: path, path: target, files: files) { return lock }
            } catch {
                throw StorageError(error, doing: "take the lock", location: target + ".lock")
            }
            guard !patience.isOver, !Task.isCancelled else {
                throw .busy(location: target + ".lock", seconds: patience.seconds)
            }
            // A pause of its own length for each waiter, so that they don't all come back at once.
            let ownPause = pause * Double.random(in: 0.5...1.5)
            // `flock` can wait, but not for a limited time. Sleep throws only when cancelled, which the next round sees.
            try? await Task.sleep(for: ownPause)
            pause = min(pause * 2, .milliseconds(20))
        }
    }

    /// Nil where another holds one of the locks, or a file was exchanged meanwhile.
    private init?(link: String, path: String, files: any FileOperations) throws(FileError) {
        try files.makeDirectories(directory(of: path))
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

    /// Whether the paths still lead to the files that are locked. If not, another writer may have been here meanwhile.
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

    /// Calls `body` while no writer holds the lock on the file at `path`, which is no symbolic link, and keeps writers
    /// waiting meanwhile; returns nil, without calling it, where one does.
    static func whileFree<Value, Failure: Error>(
        _ path: String, files: any FileOperations, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value? {
        // Where there is no such file, there never was a writer.
        guard let lock = try? OpenFile(path + ".lock", .read, files: files) else { return try body() }
        guard (try? lock.tryLock()) == true else { return nil }
        defer { withExtendedLifetime(lock) {} }
        return try body()
    }
}

/// How long somebody waits.
struct Patience: Sendable {
    private let duration: Duration
    private let deadline: ContinuousClock.Instant

    /// From now on.
    init(_ duration: Duration) {
        self.duration = duration
        self.deadline = .now + duration
    }

    var isOver: Bool { .now >= deadline }
    var seconds: Int { Int(duration.components.seconds) }
}

extension String {
    /// This path with symbolic links followed.
    fileprivate func resolved(_ files: any FileOperations) throws(StorageError) -> String {
        do throws(FileError) {
            return try files.resolvingLinks(self)
        } catch {
            throw StorageError(error, doing: "find the file", location: self)
        }
    }
}
