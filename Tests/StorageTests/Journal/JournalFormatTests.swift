import FileTestSupport
import Testing

@testable import Storage

/// The exact text of a journal. A change that older versions of the program would misread needs a higher format
/// version.
struct JournalFormatTests {
    /// Kinds are in the order of the changes, records in the order of their identifiers.
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
        let saved = #""beds":[\#(JournalFixture.beans)],"plants":[\#(JournalFixture.thyme)]"#
        let expected = [
            JournalHeader(format: JournalFixture.format, first: 1, settled: 1).line,
            JournalFixture.line(1, #""beds":[\#(JournalFixture.roses),\#(JournalFixture.herbs)]"#),
            JournalFixture.line(2, saved + #","deleted":{"beds":["b1","b2"]}"#),
        ]
        #expect(try file.lines() == expected)
        let line = String(decoding: expected[2], as: UTF8.self)
        #expect(line.wholeMatch(of: /\{"crc32c":"[0-9a-f]{8}","sequence":2,"beds":\[.*\]\}\}\n/) != nil)
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
