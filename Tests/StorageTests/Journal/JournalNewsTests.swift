import FileTestSupport
import Testing

@testable import Storage

/// `news(of:since:)` returns only what has changed, as long as the file is still the one that was read.
struct JournalNewsTests {
    private static let kinds = [JournalFixture.beds, JournalFixture.plants]

    @Test func allRecordsComeFirstAndThenOnlyChanges() async throws {
        let file = try JournalFixture.file()
        let (store, other) = (file.journal(), file.journal())
        let first = try await store.news(of: Self.kinds, since: nil)
        #expect(first.isComplete)
        #expect(JournalFixture.texts(of: first) == JournalFixture.kept)

        let none = try await store.news(of: Self.kinds, since: first.version)
        #expect(!none.isComplete && none.changes.isEmpty && none.version == first.version)

        try await store.keep(JournalFixture.leeks)
        try await other.forget("b1")
        try await other.keep(JournalFixture.peas)
        try await other.keep(JournalFixture.beans)
        let second = try await store.news(of: Self.kinds, since: first.version)
        #expect(!second.isComplete)
        #expect(JournalFixture.texts(of: second) == [JournalFixture.beans, JournalFixture.leeks])
        #expect(second.changes[JournalFixture.beds]?.deleted == [JournalFixture.id("b1")])
        #expect(second.changes[JournalFixture.plants] == nil)

        let third = try await store.news(of: [JournalFixture.plants], since: first.version)
        #expect(!third.isComplete && third.changes.isEmpty && third.version == second.version)
        #expect(try await store.news(of: Self.kinds, since: second.version).changes.isEmpty)
        let all = try await store.news(of: Self.kinds, since: nil)
        #expect(JournalFixture.texts(of: all) == (try await file.journal().kept()))
    }

    @Test func everythingComesAgainAfterCompaction() async throws {
        let file = try JournalFixture.file()
        let store = file.journal()
        let first = try await store.news(of: Self.kinds, since: nil)
        try file.compact()
        let second = try await store.news(of: Self.kinds, since: first.version)
        #expect(second.isComplete && second.version != first.version)
        #expect(JournalFixture.texts(of: second) == JournalFixture.kept)
    }

    @Test func aMissingFileHasVersions() async throws {
        let file = try TemporaryDirectory().file("plan.jsonl")
        let store = file.journal()
        let first = try await store.news(of: Self.kinds, since: nil)
        #expect(first.isComplete && first.changes.isEmpty)
        #expect(try await !store.news(of: Self.kinds, since: first.version).isComplete)
        try await file.journal().keep(JournalFixture.roses)
        let second = try await store.news(of: Self.kinds, since: first.version)
        #expect(second.isComplete && JournalFixture.texts(of: second) == [JournalFixture.roses])
    }

    /// Whether the records came from the file or from a copy of its last lines.
    @Test func eachRecordIsLocatedByItsLine() async throws {
        let file = try JournalFixture.file()
        let store = file.journal()
        let first = try await store.news(of: Self.kinds, since: nil)
        #expect(lines(of: first.changes[JournalFixture.beds]?.saved, in: file) == [2, 2, 5])
        #expect(lines(of: first.changes[JournalFixture.plants]?.saved, in: file) == [3])
        #expect(lines(of: try await store.records([JournalFixture.id("b3")], of: JournalFixture.beds), in: file) == [5])
        for record in [JournalFixture.leeks, JournalFixture.herbs] { try await file.journal().keep(record) }
        try await store.keep(JournalFixture.record("c1", "Sorrel"), of: JournalFixture.plants)
        let second = try await store.news(of: Self.kinds, since: first.version)
        #expect(lines(of: second.changes[JournalFixture.beds]?.saved, in: file) == [7, 6])
        #expect(lines(of: second.changes[JournalFixture.plants]?.saved, in: file) == [8])
    }

    private func lines(of batch: RecordBatch?, in file: TestFile) -> [Int?] {
        (batch?.rows ?? []).map { row in
            let location = batch?.location(of: row)
            #expect(location?.name == file.path)
            return location?.line
        }
    }

    /// Otherwise holding on to a change would make the next one copy the whole file.
    @Test func changesDoNotHoldTheWholeFile() async throws {
        let file = try JournalFixture.file()
        let store = file.journal()
        let first = try await store.news(of: Self.kinds, since: nil)
        #expect(first.changes[JournalFixture.beds]?.saved.bytes == JournalFixture.bytes)
        try await store.keep(JournalFixture.leeks)
        let second = try await store.news(of: Self.kinds, since: first.version)
        let held = try #require(second.changes[JournalFixture.beds]?.saved.bytes.count)
        #expect(held <= JournalFixture.line(11, #""beds":[\#(JournalFixture.leeks)]"#).count)
    }
}
