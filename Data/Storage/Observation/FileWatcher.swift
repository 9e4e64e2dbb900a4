/// Says when something at a path may have changed. It is a hint and no more: whoever gets it looks for itself, and
/// may find that nothing is different.
public struct FileWatcher: Sendable {
    private let isNotified: Bool
    /// Between two looks where nothing tells of changes. Twice as long is still within a second.
    private let pause = Duration.milliseconds(250)

    /// Is told by the system. Where that can't be, because the directory is missing, the system has no notifications
    /// (there are some on Linux) or none left for this process, it polls until it can.
    ///
    /// What other machines do on a network file system is not told; nor is the renaming of a directory further up,
    /// before something else happens.
    public static let notified = FileWatcher(isNotified: true)

    /// Looks again and again, on any file system.
    public static let polling = FileWatcher(isNotified: false)

    private init(isNotified: Bool) {
        self.isNotified = isNotified
    }

    /// Calls `takeIn` whenever something at `path` may have changed, until the task is cancelled. The first call comes
    /// when watching has begun, so no change made before it is missed.
    ///
    /// `takeIn` tells whether it could read what is there. If not, it is called once more after a pause, as its last
    /// try: another program may have been in the middle of writing.
    func follow(_ path: String, takeIn: (_ isLastTry: Bool) -> Bool) async {
        for await _ in hints(at: path) where !takeIn(false) {
            // Sleep throws only when cancelled, and then nobody waits for a second look.
            guard (try? await Task.sleep(for: pause)) != nil else { return }
            _ = takeIn(true)
        }
    }

    /// One hint when watching has begun, and one after each change. Those that nobody has waited for yet are one.
    private func hints(at path: String) -> AsyncStream<Void> {
        let (hints, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let watching = Task {
            while !Task.isCancelled {
                if isNotified { try? await passOnNotifications(of: path, to: continuation) }
                continuation.yield()
                // Polling needs a pause; so does asking for notifications again, or a directory that comes and goes would
                // keep the processor busy. Sleep throws only when cancelled, which ends the loop.
                try? await Task.sleep(for: pause)
            }
        }
        continuation.onTermination = { _ in watching.cancel() }
        return hints
    }

    /// Returns when cancelled, and throws where there is nothing to be told, or no longer.
    private func passOnNotifications(
        of path: String, to hints: AsyncStream<Void>.Continuation
    ) async throws(FileError) {
        let notifications = try DirectoryNotifications()
        var changes = notifications.changes.makeAsyncIterator()
        repeat {
            // Each time anew, since the change may be that a link or a directory is no longer the one it was. And before
            // the hint, so that what happens while its receiver looks leads to another one.
            for place in try POSIXFiles().followingLinks(path) { try notifications.watch(directory(of: place)) }
            hints.yield()
        } while await changes.next() != nil
    }
}
