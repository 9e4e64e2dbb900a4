import FileTestSupport
import Foundation
import Testing

@testable import Storage

struct JournalBackupTests {
    private static let records = [
        "plants": [JournalFixture.thyme], "beds": (10..<80).map { JournalFixture.record("b\($0)", "A") },
    ].mapValues { $0.map { Array($0.utf8) } }

    private let bytes = JournalBackup.journal(of: records, format: JournalFixture.format)

    @Test func theJournalOpensAsAStore() async throws {
        let file = try TemporaryDirectory().file("plan.jsonl")
        try file.write(bytes)
        let expected = Self.records["beds", default: []] + Self.records["plants", default: []]
        #expect(try await file.journal().kept() == expected.map { String(decoding: $0, as: UTF8.self) })
        try await file.journal().keep(JournalFixture.roses)
        #expect(try await file.journal().kept().count == 72)
    }

    /// Kinds in the order of their plurals, at most fifty records in a line.
    @Test func theSameRecordsGiveTheSameBytes() throws {
        #expect(bytes == JournalBackup.journal(of: Self.records, format: JournalFixture.format))
        let lines = bytes.lines
        #expect(lines.count == 4)
        #expect(lines[0] == JournalHeader(format: JournalFixture.format, first: 1, settled: 3).line)
        let members = lines.dropFirst().map { String(decoding: $0, as: UTF8.self).split(separator: "\"")[7] }
        #expect(members == ["beds", "beds", "plants"])
    }

    @Test func whatIsReadIsWhatWasWritten() throws {
        let backup = try JournalBackup(bytes, format: JournalFixture.format, location: "copy")
        let records = backup.records.mapValues { batch in batch.rows.map { Array(batch.bytes[$0.range]) } }
        #expect(records == Self.records)
        let batch = try #require(backup.records["plants"])
        #expect(batch.location(of: batch.rows[0]) == RecordLocation("copy", line: 4))
    }

    /// Of the last line, only the line feed can be missing.
    @Test func everyTruncatedBackupIsRefused() {
        for length in 0..<bytes.count - 1 {
            #expect(throws: TextError.self, "\(length)") {
                try JournalBackup(Array(bytes.prefix(length)), format: JournalFixture.format, location: "copy")
            }
        }
    }

    @Test func everyChangedByteIsRefused() {
        for offset in bytes.indices {
            var changed = bytes
            changed[offset] ^= 4
            let line = bytes[..<offset].count { $0 == UInt8(ascii: "\n") } + 1
            let error = #expect(throws: TextError.self, "\(offset)") {
                try JournalBackup(changed, format: JournalFixture.format, location: "copy")
            }
            #expect(error?.line == line)
        }
    }

    /// A copy of a journal that a writer was about to extend.
    @Test func anUnfinishedLineIsRefused() {
        let unfinished = bytes + Array(#"{"crc32c":"0"#.utf8)
        #expect(throws: TextError(line: 5, reason: "it was never finished")) {
            try JournalBackup(unfinished, format: JournalFixture.format, location: "copy")
        }
    }

    @Test func otherFormatsAndVersionsAreRefused() throws {
        var header = JournalHeader(format: JournalFixture.format)
        header.version = 2
        #expect(throws: TextError.self) { try JournalBackup(header.line, format: JournalFixture.format, location: "") }
        #expect(throws: TextError.self) { try JournalBackup(bytes, format: "other", location: "") }
    }
}
