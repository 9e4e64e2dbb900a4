import FileTestSupport
import Testing

@testable import Storage

/// A directory that is a symbolic link to nothing, as when a disk isn't mounted: nothing is read as empty, and a write
/// fails instead of following the link for ever.
struct UnreachableDirectoryTests {
    @Test(arguments: ["link/plan.jsonl", "link/a/b/plan.jsonl"])
    func isAnErrorThatNamesThePath(_ name: String) async throws {
        let directory = try TemporaryDirectory()
        try directory.file("link").makeLink(to: "nowhere")
        let file = directory.file(name)
        let journal = file.journal()
        let reading = await #expect(throws: StorageError.self) { try await journal.kept() }
        let writing = await #expect(throws: StorageError.self) { try await journal.keep(JournalFixture.roses) }
        let repairing = await #expect(throws: StorageError.self) {
            try await journal.repair(acceptingEdits: false) { _ in }
        }
        let values = KeyValueFile(path: file.path)
        let getting = #expect(throws: StorageError.self) { try values.values() }
        let setting = await #expect(throws: StorageError.self) { try await values.update([:], expecting: nil) }
        for error in [reading, writing, repairing, getting, setting] {
            guard case .failed(_, let location, let reason) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(location.hasPrefix(file.path))
            #expect(reason == FileError(.open, code: FileError.missing).reason)
        }
        #expect(try directory.names() == ["link"])
    }
}
