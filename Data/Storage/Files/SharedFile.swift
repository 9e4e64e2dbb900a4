import Synchronization

/// A file's contents as last read by this process.
protocol FileContents: Sendable {
    /// Reads what has changed in the file since the last call that succeeded, and returns whether anything has.
    mutating func refresh() throws(StorageError) -> Bool
}

/// A file that several processes read and write. Reads see the current file, a lock admits one writer at a time, and
/// observers see every change, including those by other processes.
final class SharedFile<Contents: FileContents>: Sendable {
    let path: String
    let files: any FileOperations
    private let patience: Duration
    private let watcher: FileWatcher
    private let turnstile = Turnstile()
    private let contents: Mutex<Contents>
    private let observers = Observers<Contents, StorageError>()
    /// Whether observers have yet to be notified of a change that was written. Used while `contents` is locked.
    private let isUnreported = Atomic(false)

    /// Writers take turns; then each waits up to `patience` for the lock.
    init(path: String, files: any FileOperations, patience: Duration, watcher: FileWatcher, contents: Contents) {
        self.path = path
        self.files = files
        self.patience = patience
        self.watcher = watcher
        self.contents = Mutex(contents)
    }

    /// Calls `body` with the current contents of the file.
    func read<Value: Sendable>(_ body: (inout Contents) throws(StorageError) -> Value) throws(StorageError) -> Value {
        try withContents { contents throws(StorageError) in
            try reportChanges(&contents)
            return try body(&contents)
        }
    }

    /// Calls `body` with the lock held. If it returns nil because the lock was lost, takes the lock and calls it again.
    func locked<Value: Sendable>(
        _ body: (FileLock) async throws(StorageError) -> Value?
    ) async throws(StorageError) -> Value {
        await turnstile.enter()
        defer { turnstile.leave() }
        let patience = Patience(patience)
        while true {
            let lock = try await FileLock.acquire(for: path, files: files, patience: patience)
            defer { withExtendedLifetime(lock) {} }
            if let value = try await body(lock) { return value }
            if patience.isOver { throw .busy(location: lock.path + ".lock", seconds: patience.seconds) }
        }
    }

    /// Calls `body`, which writes, with the current contents; if `isRepair`, it has to read the file itself. Observers
    /// are notified before this returns, or once the file can be read. Returns nil, without calling `body`, if the lock
    /// was lost.
    func write<Value: Sendable>(
        holding lock: FileLock, isRepair: Bool = false, _ body: (inout Contents) throws(StorageError) -> Value
    ) throws(StorageError) -> Value? {
        try withContents { contents throws(StorageError) in
            if !isRepair { try reportChanges(&contents) }
            // Only now: what was read and what is written must be the same file, even if a link has changed since.
            do throws(FileError) {
                guard try lock.isInForce() else { return nil }
            } catch {
                throw StorageError(error, doing: "check the lock", location: lock.path)
            }
            let value = try body(&contents)
            if !observers.isEmpty {
                isUnreported.store(true, ordering: .relaxed)
                // If the file can't be read now, observers are notified once it can.
                try? reportChanges(&contents)
            }
            return value
        }
    }

    /// Refreshes the contents. Notifies observers if something has changed.
    private func reportChanges(_ contents: inout Contents) throws(StorageError) {
        let isNew = try contents.refresh()
        if isUnreported.exchange(false, ordering: .relaxed) || isNew { observers.notify(&contents) }
    }

    /// The values of `next`, called now and after each change; nil means nothing new. A failure is the last element.
    func observe<Value: Sendable>(
        _ next: @escaping @Sendable (inout Contents) throws(StorageError) -> Value?
    ) -> AsyncStream<Result<Value, StorageError>> {
        contents.withLock { contents in
            // Existing observers first. If the file can't be read, `next` fails for the same reason.
            try? reportChanges(&contents)
            let isFirst = Atomic(true)
            return observers.add(to: &contents, watch: { await self.watch() }) { contents throws(StorageError) in
                if isFirst.exchange(false, ordering: .relaxed) { _ = try contents.refresh() }
                return try next(&contents)
            }
        }
    }

    /// Follows changes by other processes while there are observers.
    private func watch() async {
        await watcher.follow(path) { isLastTry in
            contents.withLock { contents in
                do throws(StorageError) {
                    try reportChanges(&contents)
                    return true
                } catch {
                    if isLastTry { observers.fail(error) }
                    return false
                }
            }
        }
    }

    private func withContents<Value: Sendable>(
        _ body: (inout Contents) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        try contents.withLock { contents throws(StorageError) in try body(&contents) }
    }
}
