import FileTestSupport
import Testing

@testable import Storage

/// The text of a journal. Changing it means to raise the version of the format.
struct JournalFormatTests {
    @Test func theChecksumIsCRC32C() {
        // The check value of the catalogue of parametrised CRC algorithms, and the tests of RFC 3720, B.4.
        #expect(checksum(Array("123456789".utf8)) == 0xE306_9283)
        #expect(checksum([]) == 0)
        #expect(checksum([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
        #expect(checksum([UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
        #expect(checksum(Array(0..<32)) == 0x46DD_794E)
    }

    /// Kinds stand in the order of the changes, records in the order of their identifiers.
    @Test func aJournalIsThisText() async throws {
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

    @Test func theNameOfTheFormatAndOfTheFileAreParameters() async throws {
        let directory = try TemporaryDirectory()
        let location = StorageLocation(application: "garden", name: "plan", directory: directory.path)
        try await StorageEngine.journal.open(location).keep(JournalFixture.roses)
        #expect(try directory.names() == ["plan.jsonl", "plan.jsonl.lock"])
        #expect(try directory.file("plan.jsonl").text().contains(#","format":"garden-plan","version":1,"#))
    }

    @Test func readsThisText() async throws {
        #expect(try await JournalFixture.file().journal().kept() == JournalFixture.kept)
    }

    @Test func aUnitOfWorkThatChangesNothingWritesNothing() async throws {
        let file = try TemporaryDirectory().file("plan.jsonl")
        let store = file.journal()
        #expect(try await store.kept() == [])
        #expect(try await store.perform { reader throws(StorageError) in ([], try await reader.kept()) } == [])
        #expect(!file.exists)
    }

    @Test func aUnitOfWorkAppendsOneLineAndTouchesNoOther() async throws {
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

    /// Many bytes at a time, and the rest one by one, are as each bit by itself.
    @Test(arguments: 0..<50)
    func checksumsOfAllLengthsAreThoseOfTheirBits(length: Int) {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 37 + length) }
        let expected = bytes.reduce(UInt32.max) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0x82F6_3B78 : 0) }
        }
        #expect(checksum(bytes) == ~expected)
    }

    private func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBytes { crc32c($0) }
    }
}
