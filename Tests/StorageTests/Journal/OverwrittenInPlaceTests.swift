import FileTestSupport
import Testing

@testable import Storage

/// A file that another program overwrites in place, as `cp` does with a backup. Neither its identity nor, perhaps, its
/// size changes.
struct OverwrittenInPlaceTests {
    private let file: TestFile
    private let store: any RecordStore

    init() throws {
        file = try TemporaryDirectory().file("plan.jsonl")
        store = file.journal()
    }

    @Test func aFileOfTheSameSizeIsReadAgain() async throws {
        try await store.keep(JournalFixture.peas)
        let other = JournalFixture.record("b3", "Figs")
        let size = try file.bytes().count
        try file.write(try await otherFile(with: other))
        #expect(try file.bytes().count == size)
        #expect(try await store.kept() == [other])
    }

    @Test func aLargerFileIsReadAgainAndNotTruncated() async throws {
        try await store.keep(JournalFixture.roses)
        let long = JournalFixture.record("b2", String(repeating: "Long ", count: 100))
        let other = try await otherFile(with: long, JournalFixture.peas)
        try file.write(other)
        try await store.keep(JournalFixture.leeks)
        #expect(try await file.journal().kept() == [long, JournalFixture.peas, JournalFixture.leeks])
        #expect(try file.bytes().starts(with: other))
    }

    private func otherFile(with records: String...) async throws -> [UInt8] {
        let other = try TemporaryDirectory().file("plan.jsonl")
        let changes = records.map { JournalFixture.saving($0) }
        try await other.journal().perform { _ throws(StorageError) in (changes, ()) }
        return try other.bytes()
    }
}
