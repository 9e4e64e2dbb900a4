import FileTestSupport
import Synchronization
import Testing

@testable import Storage

/// A file system that can't make the entries of a directory durable, and says so.
struct UnsupportedSyncTests {
    /// Refuses to synchronize directories.
    private final class Refusal: CallWatcher {
        let refused = Atomic(0)

        func willMake(_ call: FileCall) throws(FileError) -> Int {
            guard call.kind == .synchronize, let descriptor = call.descriptor,
                try POSIXFiles().status(descriptor).kind == .directory
            else { return .max }
            refused.wrappingAdd(1, ordering: .relaxed)
            throw FileError(.synchronize, code: FileError.unsupported)
        }

        func didMakeCall() {}
    }

    private let watcher = Refusal()
    private var files: WatchedFiles { WatchedFiles(base: POSIXFiles(), watcher: watcher) }

    @Test func aJournalIsWrittenAndReplaced() async throws {
        let file = try TemporaryDirectory().file("plan.jsonl")
        try await file.journal(files: files).keep(JournalFixture.roses)
        var journal = Journal(path: file.path, format: JournalFixture.format, files: files)
        try journal.refresh()
        try journal.compact()
        #expect(try await file.journal().kept() == [JournalFixture.roses])
        #expect(watcher.refused.load(ordering: .relaxed) > 1)
    }

    @Test func aKeyValueFileIsReplaced() async throws {
        let file = try TemporaryDirectory().file("settings.json")
        let store = KeyValueFile(path: file.path, files: files)
        #expect(try await store.update(["a": JSONText("1".utf8)], expecting: nil))
        #expect(try KeyValueFile(path: file.path).values().keys.sorted() == ["a"])
        #expect(watcher.refused.load(ordering: .relaxed) > 0)
    }
}
