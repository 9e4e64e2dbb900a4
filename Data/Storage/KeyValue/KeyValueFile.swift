import Synchronization

/// A key-value store in one small JSON file that people can read and edit: an object with one line for each name,
/// sorted. `KeyValueFormat` describes it.
///
/// - A change atomically replaces the file under a lock between processes, and is on the device when it is
///   acknowledged. The file keeps its mode, and a symbolic link is followed.
/// - A missing file has no values. A file that can't be read is an error, and never overwritten.
/// - The next read sees changes by other processes; observers see them as soon as `FileWatcher` reports them.
/// - Unknown names are kept.
public final class KeyValueFile: KeyValueStore {
    private let file: SharedFile<KeyValueContents>

    /// A store in the file at `path`, whose directory is created with the first change. Writers wait up to `patience`
    /// for the lock.
    public init(
        path: String, files: any FileOperations = POSIXFiles(), patience: Duration = .seconds(10),
        watcher: FileWatcher = .notified
    ) {
        file = SharedFile(
            path: path, files: files, patience: patience, watcher: watcher,
            contents: KeyValueContents(link: path, files: files))
    }

    public func values() throws(StorageError) -> KeyValues { try file.read { contents in contents.values } }

    public func update(
        _ changes: [String: JSONText?], expecting expected: KeyValues?
    ) async throws(StorageError) -> Bool {
        try await file.locked { lock throws(StorageError) in
            try file.write(holding: lock) { contents throws(StorageError) in
                if let expected, contents.values != expected { return false }
                var new = contents.values
                new.apply(changes)
                // Even if nothing changes: the file may not be durable yet if its writer was killed or failed.
                try contents.replace(with: new, holding: lock)
                return true
            }
        }
    }

    public func observe() -> KeyValueUpdates {
        let latest = Mutex<KeyValues?>(nil)
        return file.observe { contents in
            latest.withLock { latest in
                defer { latest = contents.values }
                return latest == contents.values ? nil : contents.values
            }
        }
    }
}

/// The values last read from the file.
private struct KeyValueContents: FileContents {
    let link: String
    let files: any FileOperations
    private(set) var values: KeyValues = [:]
    var version = KeyValueFormat.version

    /// Reads the whole file, which is small. An edit in place would show neither in its identity nor, perhaps, in its
    /// size.
    mutating func refresh() throws(StorageError) -> Bool {
        let old = values
        let path = try link.resolved(files)
        (values, version) = try read(at: path)
        return values != old
    }

    mutating func replace(with new: KeyValues, holding lock: FileLock) throws(StorageError) {
        let path = lock.path
        let text = KeyValueFormat.text(of: new, version: version)
        guard (try? KeyValueFormat.read(text, location: path))?.values == new else {
            throw .failed(
                operation: "write", location: path, reason: "a value is not valid JSON, or its name is reserved")
        }
        do throws(ReplacementError) {
            try files.replace(path, with: text)
        } catch {
            if error.mayHaveHappened { throw .unknownOutcome(location: path, reason: error.cause.reason) }
            throw StorageError(error.cause, doing: "write", location: path)
        }
    }

    private func read(at path: String) throws(StorageError) -> (values: KeyValues, version: Int) {
        let bytes: [UInt8]
        do throws(FileError) {
            let file = try OpenFile(path, .read, files: files)
            bytes = try file.read(from: 0, expecting: try file.status().size)
        } catch {
            if error.code == FileError.missing {
                try files.requireReachable(path, from: link)
                return ([:], KeyValueFormat.version)
            }
            throw StorageError(error, doing: "read the file", location: path)
        }
        return try KeyValueFormat.read(bytes, location: path)
    }
}
