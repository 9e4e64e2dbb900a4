public import Domain
import Synchronization

/// A key-value store in one small JSON file: an object with a line for each name, in alphabetical order, so that a
/// person can read and change it.
///
/// - A change replaces the file in one step, under a lock between processes, and is on the device when it is
///   acknowledged. The mode of the file is kept, a symbolic link is followed.
/// - A missing file has no values. One that can't be read is an error, and never overwritten.
/// - Another process's change is seen by the next read, and by those who observe as soon as `FileWatcher` tells of it.
/// - Names it does not know are kept. `version` says which version of the program's files this is; a newer one is
///   refused.
public final class KeyValueFile: KeyValueStore {
    private let path: String
    private let files: any FileOperations
    private let patience: Duration
    private let watcher: FileWatcher
    private let turnstile = Turnstile()
    /// Held while the file is read for those who observe, so that none of them hears an older value after a newer.
    private let observing = Mutex(())
    private let subscribers = Subscribers<KeyValues>()

    private static let version = 1
    private static let versionName: StaticString = "version"

    /// The store in the file at `path`, whose directory is made when something is written. Whoever finds the lock taken
    /// waits as long as its patience.
    public init(
        path: String, files: any FileOperations = POSIXFiles(), patience: Duration = .seconds(10),
        watcher: FileWatcher = .notified
    ) {
        self.path = path
        self.files = files
        self.patience = patience
        self.watcher = watcher
    }

    public func values() throws(StoreError) -> KeyValues {
        try read(at: try resolvedPath())
    }

    public func update(
        _ changes: [String: JSONText?], expecting expected: KeyValues?
    ) async throws(StoreError) -> Bool {
        await turnstile.enter()
        defer { turnstile.leave() }
        let path = try resolvedPath()
        let lock = try await FileLock(path: path + ".lock", files: files, patience: patience).acquire()
        defer { withExtendedLifetime(lock) {} }
        let old = try read(at: path)
        if let expected, old != expected { return false }
        var new = old
        new.apply(changes)
        let text = Self.text(of: new)
        guard (try? Self.values(in: text, place: path)) == new else {
            throw .failed(operation: "write", place: path, reason: "a value is not JSON, or has a name that is taken")
        }
        // Also where nothing changes: it may not be durable yet, when whoever wrote it was killed or failed.
        do throws(ReplacementError) {
            try files.replace(path, with: text)
        } catch {
            if error.mayHaveHappened { throw .unknownOutcome(place: path, reason: error.cause.reason) }
            throw StoreError(error.cause, doing: "write", place: path)
        }
        _ = notify(ofFailure: false)
        return true
    }

    public func observe() -> Updates<KeyValues> {
        observing.withLock { _ in
            let present = Result { () throws(StoreError) in try values() }
            return subscribers.subscribe(present: present.mapError { .store($0) }, watch: { await self.watch() })
        }
    }

    /// Takes in what others change, and keeps the store alive for as long as anyone observes it.
    private func watch() async {
        await watcher.follow(path) { isLastTry in notify(ofFailure: isLastTry) }
    }

    /// Hands what the file holds now to those who observe, and tells whether it can be read. It is small enough to be
    /// read as a whole, and a person may have changed it in place, which neither identity nor size would show.
    private func notify(ofFailure: Bool) -> Bool {
        guard !subscribers.isEmpty else { return true }
        return observing.withLock { _ in
            do throws(StoreError) {
                subscribers.send(.success(try values()))
                return true
            } catch {
                if ofFailure { subscribers.send(.failure(.store(error))) }
                return false
            }
        }
    }

    private func resolvedPath() throws(StoreError) -> String {
        do throws(FileError) {
            return try files.resolvingLinks(path)
        } catch {
            throw StoreError(error, doing: "find the file", place: path)
        }
    }

    private func read(at path: String) throws(StoreError) -> KeyValues {
        let bytes: [UInt8]
        do throws(FileError) {
            let file = try OpenFile(path, .read, files: files)
            bytes = try file.read(from: 0, expecting: try file.status().size)
        } catch {
            if error.code == FileError.missing { return [:] }
            throw StoreError(error, doing: "read the file", place: path)
        }
        return try Self.values(in: bytes, place: path)
    }

    private static func values(in bytes: [UInt8], place: String) throws(StoreError) -> KeyValues {
        var values: KeyValues = [:]
        var version: Int?
        do throws(JSONError) {
            try JSONScanner.scan(bytes) { scanner throws(JSONError) in
                try scanner.object { name, value throws(JSONError) in
                    if name.is(versionName) {
                        version = try value.integer()
                    } else {
                        let name = try name.text()
                        let range = try value.skip()
                        // Foundation's decoder, too, lets the first of two equal names count.
                        if values[name] == nil { values[name] = JSONText(bytes[range]) }
                    }
                }
            }
        } catch {
            let line = bytes[..<min(error.offset, bytes.count)].count { $0 == UInt8(ascii: "\n") } + 1
            throw .damaged(place: place, line: line, reason: "this is not JSON")
        }
        if let version, version > Self.version {
            throw .newerVersion(place: place, found: version, known: Self.version)
        }
        return values
    }

    private static func text(of values: KeyValues) -> [UInt8] {
        var text = Array("{\n  \"\(versionName)\": \(version)".utf8)
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            var writer = JSONWriter()
            writer.string(name)
            text += Array(",\n  ".utf8) + writer.bytes + Array(": ".utf8) + value.bytes
        }
        return text + Array("\n}\n".utf8)
    }
}
