/// An exclusive lock between processes on a file, held by the file beside it whose name ends in `.lock`, which is never
/// renamed or removed. It is free again when its holder ends, however it ends.
///
/// It is an `flock`, which belongs to the open file: unlike a POSIX record lock it is not lost when some other part of
/// the process closes the same file.
struct FileLock: Sendable {
    private let file: OpenFile

    /// Waits up to `patience` for the lock on the file at `path`, which is no symbolic link. It is held until the result
    /// is let go.
    static func acquire(
        for path: String, files: any FileOperations, patience: Duration
    ) async throws(StorageError) -> FileLock {
        let path = path + ".lock"
        let file: OpenFile
        do throws(FileError) {
            try files.makeDirectories(directory(of: path))
            file = try OpenFile(path, .create, files: files)
        } catch {
            throw StorageError(error, doing: "open the lock", location: path)
        }
        let clock = ContinuousClock()
        let deadline = clock.now + patience
        var pause = Duration.milliseconds(1)
        while true {
            do throws(FileError) {
                if try file.tryLock() { return FileLock(file: file) }
            } catch {
                throw StorageError(error, doing: "take the lock", location: path)
            }
            guard clock.now < deadline, !Task.isCancelled else {
                throw .busy(location: path, seconds: Int(patience.components.seconds))
            }
            // A pause of its own length for each waiter, so that they don't all come back at once.
            let ownPause = pause * Double.random(in: 0.5...1.5)
            // `flock` can wait, but not for a limited time. Sleep throws only when cancelled, which the next round sees.
            try? await Task.sleep(for: ownPause)
            pause = min(pause * 2, .milliseconds(20))
        }
    }
}
