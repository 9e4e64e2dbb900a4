/// Reports that something at a path may have changed. It is only a hint: the receiver must check, and may find nothing
/// different.
public struct FileWatcher: Sendable {
    private let isNotified: Bool
    /// The polling interval, and the pause before a second try: a change is read within a second even at the second
    /// try.
    private let pause = Duration.milliseconds(250)

    /// Uses the system's notifications, which only Linux has. Polls while there are none: on other systems, while the
    /// directory is missing, and when none are left for this process.
    ///
    /// Changes by other machines on a network file system are not seen; nor is the renaming of a directory above the
    /// file's own, until something else happens.
    public static let notified = FileWatcher(isNotified: true)

    /// Polls; works on any file system.
    public static let polling = FileWatcher(isNotified: false)

    private init(isNotified: Bool) {
        self.isNotified = isNotified
    }

    /// Calls `reload` whenever something at `path` may have changed, until the task is cancelled. The first call comes
    /// once watching has begun, so no change before it is missed.
    ///
    /// `reload` returns whether it could read the file. If not, it is called once more after a pause, as its last try:
    /// another program may have been writing.
    func follow(_ path: String, reload: (_ isLastTry: Bool) -> Bool) async {
        for await _ in hints(at: path) where !reload(false) {
            // Sleep throws only when cancelled; then there is no second try.
            guard (try? await Task.sleep(for: pause)) != nil else { return }
            _ = reload(true)
        }
    }

    /// One hint when watching has begun and one after each change. Hints that are not yet consumed are merged.
    private func hints(at path: String) -> AsyncStream<Void> {
        let (hints, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let watching = Task {
            while !Task.isCancelled {
                if isNotified { try? await passOnNotifications(of: path, to: continuation) }
                continuation.yield()
                // Needed for polling; also before asking for notifications again, or a directory that comes and goes
                // would keep the processor busy. Sleep throws only when cancelled, which ends the loop.
                try? await Task.sleep(for: pause)
            }
        }
        continuation.onTermination = { _ in watching.cancel() }
        return hints
    }

    /// Returns when cancelled; throws if notifications are not available, or no longer.
    private func passOnNotifications(
        of path: String, to hints: AsyncStream<Void>.Continuation
    ) async throws(FileError) {
        let notifications = try DirectoryNotifications()
        var changes = notifications.changes.makeAsyncIterator()
        repeat {
            // Repeated for each change, which may have redirected a link or replaced a directory; and before the hint,
            // so that a change while the receiver reads leads to another hint.
            for path in try POSIXFiles().followingLinks(path) { try notifications.watch(directory(of: path)) }
            hints.yield()
        } while await changes.next() != nil
    }
}
