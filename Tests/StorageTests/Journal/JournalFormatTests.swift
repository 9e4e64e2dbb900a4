import FileTestSupport
import Testing

@testable import Storage

/// The exact text of a journal. A change that older versions of the program would misread needs a higher format
/// version.
struct JournalFormatTests {
    /// Kinds are in the order of the changes, records in the order of their identifiers. The checksums are from the
    /// package `crc32c` for Python.
    @Test func aJournalHasThisText() async throws {
        let file = try TemporaryDirectory().file("plan.jsonl")
        let store = file.journal()
        try await store.keep(JournalFixture.herbs, JournalFixture.roses)
        try await store.perform { _ throws(StorageError) in
            let changes = [
                RecordChange(kind: JournalFixture.beds, id: JournalFixture.id("b2"), json: nil),
                RecordChange(
                    kind: JournalFixture.plants, id: JournalFixture.id("p1"), json: Array(JournalFixture.thyme.utf8)),
                RecordChange(
                    kind: JournalFixture.beds, id: JournalFixture.id("b3"), json: Array(JournalFixture.beans.utf8)),
                RecordChange(kind: JournalFixture.beds, id: JournalFixture.id("b1"), json: nil),
            ]
            return (changes, ())
        }
        #expect(
            try file.text() == #"""
                {"crc32c":"67207614","format":"garden-plan","version":1,"first":1,"settled":1}
                {"crc32c":"b6cdeab6","sequence":1,"beds":[{"id":"b1","name":"Roses","x-unknown":[474,{"x":null}]},\#
                {"id":"b2","name":"Herbs"}]}
                {"crc32c":"8e79b08f","sequence":2,"beds":[{"id":"b3","name":"Beans"}],\#
                "plants":[{"id":"p1","name":"Thyme","x-code":"\u0030"}],"deleted":{"beds":["b1","b2"]}}

                """#)
    }

    /// Other values may be of a later version, as unknown members are.
    @Test func onlyTextsAreIdentifiersOfDeletedRecords() async throws {
        let line = JournalFixture.line(11, #""deleted":{"beds":[7,"b2",{"id":"b1"}]}"#)
        let kept = try await JournalFixture.file(JournalFixture.bytes + line).journal().kept()
        #expect(kept == [JournalFixture.roses, JournalFixture.beans, JournalFixture.thyme])
    }

    @Test func theLocationNamesTheFormatAndTheFile() async throws {
        let directory = try TemporaryDirectory()
        let location = StorageLocation(application: "garden", name: "plan", directory: directory.path)
        try await StorageEngine.journal.open(location).keep(JournalFixture.roses)
        #expect(try directory.names() == ["plan.jsonl", "plan.jsonl.lock"])
        #expect(try directory.file("plan.jsonl").text().contains(#","format":"garden-plan","version":1,"#))
    }

    @Test func aUnitOfWorkThatChangesNothingWritesNothing() async throws {
        let file = try TemporaryDirectory().file("plan.jsonl")
        let store = file.journal()
        #expect(try await store.kept() == [])
        #expect(try await store.perform { reader throws(StorageError) in ([], try await reader.kept()) } == [])
        #expect(!file.exists)
    }

    @Test func aUnitOfWorkOnlyAppendsOneLine() async throws {
        let file = try JournalFixture.file()
        let store = file.journal()
        for number in 10..<30 {
            let before = try file.bytes()
            try await store.keep(JournalFixture.record("b\(number)", "A"), JournalFixture.record("c\(number)", "B"))
            let after = try file.bytes()
            #expect(after.starts(with: before))
            #expect(after.lines.count == before.lines.count + 1)
            #expect(after.last == UInt8(ascii: "\n"))
        }
    }
}
