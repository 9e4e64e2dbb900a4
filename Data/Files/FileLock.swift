import Domain

/// An exclusive lock between processes, on a file that is never renamed or removed. It is free again when its holder
/// ends, however it ends.
///
/// It is an `flock`, which belongs to the open file: unlike a POSIX record lock it is not lost when some other part of
/// the process closes the same file.
struct FileLock: Sendable {
    let path: String
    let files: any FileOperations
    /// How long to wait for another holder.
    let patience: Duration

    /// Waits for the lock. It is held until the result is let go.
    func acquire() async throws(StoreError) -> OpenFile {
        let file: OpenFile
        do throws(FileError) {
            try files.makeDirectories(directory(of: path))
            file = try OpenFile(path, .create, files: files)
        } catch {
            throw StoreError(error, doing: "open the lock", place: path)
        }
        let clock = ContinuousClock()
        let deadline = clock.now + patience
        var pause = Duration.milliseconds(1)
        while try !take(file) {
            guard clock.now < deadline, !Task.isCancelled else {
                throw .busy(place: path, seconds: Int(patience.components.seconds))
            }
            // A pause of its own length for each waiter, so that they don't all come back at once.
            let ownPause = pause * Double.random(in: 0.5...1.5)
            // `flock` can wait, but not for a limited time. Sleep throws only when cancelled, which the next round sees.
            try? await Task.sleep(for: ownPause)
            pause = min(pause * 2, .milliseconds(20))
        }
        return file
    }

    private func take(_ file: OpenFile) throws(StoreError) -> Bool {
        do throws(FileError) {
            return try file.tryLock()
        } catch {
            throw StoreError(error, doing: "take the lock", place: path)
        }
    }
}

extension StoreError {
    init(_ error: FileError, doing operation: String, place: String) {
        self = .failed(operation: operation, place: place, reason: error.reason)
    }
}
