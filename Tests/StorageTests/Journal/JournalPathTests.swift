import FileTestSupport
import TestTraits
import Testing

@testable import Storage

/// What may be at the path of a journal: nothing, a link, a directory, a file with any mode.
struct JournalPathTests {
    @Test func theFirstWriteCreatesDirectories() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.file("a/b/plan.jsonl")
        #expect(try await file.journal().kept() == [])
        #expect(try directory.names().isEmpty)
        try await file.journal().keep(JournalFixture.roses)
        #expect(try await file.journal().kept() == [JournalFixture.roses])
        #expect(try directory.file("a").mode == 0o700)
    }

    /// Programs that shred a file overwrite it first.
    @Test func aFileThatIsDamagedAndThenRemovedIsNew() throws {
        let file = try JournalFixture.file()
        var journal = Journal(path: file.path, format: JournalFixture.format, files: POSIXFiles())
        let isRead = try journal.refresh()
        #expect(isRead)
        try file.write("nonsense\n")
        #expect(throws: StorageError.self) { _ = try journal.refresh() }
        try file.remove()
        let isNew = try journal.refresh()
        #expect(isNew)
        let isNewAgain = try journal.refresh()
        #expect(!isNewAgain)
    }

    @Test func aLinkToNothingIsAnEmptyJournal() async throws {
        let directory = try TemporaryDirectory()
        let link = directory.file("plan.jsonl")
        try link.makeLink(to: "elsewhere/real.jsonl")
        try directory.file("elsewhere").makeDirectory()
        #expect(try await link.journal().kept() == [])
        try await link.journal().keep(JournalFixture.roses)
        #expect(link.linkTarget == "elsewhere/real.jsonl")
        #expect(try await directory.file("elsewhere/real.jsonl").journal().kept() == [JournalFixture.roses])
    }

    #if os(Linux)
    /// The number of links that Linux follows.
    @Test func fortyLinksAreFollowed() async throws {
        let directory = try TemporaryDirectory()
        let real = directory.file("0.jsonl")
        try real.write(JournalFixture.bytes)
        for number in 1...40 { try directory.file("\(number).jsonl").makeLink(to: "\(number - 1).jsonl") }
        let last = directory.file("40.jsonl")
        #expect(try await last.journal().kept() == JournalFixture.kept)
        try await last.journal().keep(JournalFixture.leeks)
        try last.compact()
        #expect(try await real.journal().record("b9") == JournalFixture.leeks)
        for number in 1...40 { #expect(directory.file("\(number).jsonl").linkTarget == "\(number - 1).jsonl") }
    }
    #endif

    @Test(.endsIfItHangs)
    func aCycleOfLinksIsAnError() async throws {
        let link = try TemporaryDirectory().file("plan.jsonl")
        try link.makeLink(to: "plan.jsonl")
        await #expect(throws: StorageError.self) { try await link.journal().kept() }
        await #expect(throws: StorageError.self) { try await link.journal().keep(JournalFixture.roses) }
        #expect(link.linkTarget == "plan.jsonl")
    }

    @Test func aDirectoryIsRefused() async throws {
        let file = try TemporaryDirectory().file("plan.jsonl")
        try file.makeDirectory()
        let refusal = StorageError.notAStore(location: file.path, reason: "it is a directory")
        await #expect(throws: refusal) { try await file.journal().kept() }
        await #expect(throws: refusal) { try await file.journal().keep(JournalFixture.roses) }
    }

    @Test func aFileInsteadOfItsDirectoryIsAnError() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("plan").write("a file")
        let file = directory.file("plan/plan.jsonl")
        await #expect(throws: StorageError.self) { try await file.journal().kept() }
        await #expect(throws: StorageError.self) { try await file.journal().keep(JournalFixture.roses) }
        #expect(try directory.file("plan").text() == "a file")
    }

    @Test func aRemovedFileIsAnEmptyJournal() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.file("plan.jsonl")
        try file.write(JournalFixture.bytes)
        let store = file.journal()
        #expect(try await store.kept() == JournalFixture.kept)
        try file.move(to: directory.path + "/backup.jsonl")
        #expect(try await store.kept() == [])
        try await store.keep(JournalFixture.roses)
        #expect(try await file.journal().kept() == [JournalFixture.roses])
        #expect(try directory.file("backup.jsonl").bytes() == JournalFixture.bytes)
    }

    @Test func aReadOnlyFileCanBeRead() async throws {
        let file = try JournalFixture.file()
        let store = file.journal(files: ReadOnlyFiles())
        #expect(try await store.kept() == JournalFixture.kept)
        #expect(try await store.record("b1") == JournalFixture.roses)
        await #expect {
            try await store.keep(JournalFixture.leeks)
        } throws: { error in
            guard case StorageError.failed(_, _, let reason) = error else { return false }
            return reason == "Read-only file system"
        }
        #expect(try await store.kept() == JournalFixture.kept)
        #expect(try file.bytes() == JournalFixture.bytes)
    }
}
