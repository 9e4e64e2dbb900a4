import FileTestSupport
import Testing

@testable import Storage

/// A symbolic link to nothing, or to a file in a directory that is missing, as when a disk isn't mounted: nothing is
/// read as empty, and a write fails instead of following the link for ever, or making another store.
struct UnreachableDirectoryTests {
    @Test(arguments: [
        ("link/plan.jsonl", "nowhere"), ("link/a/b/plan.jsonl", "nowhere"), ("link", "nowhere/plan.jsonl"),
    ])
    func isAnErrorThatNamesThePath(_ name: String, _ target: String) async throws {
        let directory = try TemporaryDirectory()
        try directory.file("link").makeLink(to: target)
        let file = directory.file(name)
        let path = name == "link" ? directory.file(target).path : file.path
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
            #expect(location.hasPrefix(path))
            let missing = FileError(.open, code: FileError.missing).reason
            #expect([missing, "a symbolic link on the way to it leads nowhere"].contains(reason))
        }
        #expect(try directory.names() == ["link"])
    }
}
