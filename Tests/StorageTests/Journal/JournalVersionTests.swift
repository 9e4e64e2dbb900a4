import FileTestSupport
import Testing

@testable import Storage

/// Journals written by other versions of the program.
struct JournalVersionTests {
    @Test func aNewerVersionIsRefusedByItsNumber() async throws {
        let header = ChecksummedLine.make { writer in
            writer.member("format", JournalFixture.format)
            writer.member("version", 2)
            writer.member("x-sorted", true)
        }
        // Regardless of what follows: a newer version may have other lines, and other checksums.
        for rest in ["", "anything\n", "\0\0"] {
            let file = try JournalFixture.file(header + rest.utf8)
            let refusal = StorageError.newerVersion(location: file.path, found: 2, known: 1)
            await #expect(throws: refusal) { try await file.journal().kept() }
            await #expect(throws: refusal) { try await file.journal().keep(JournalFixture.roses) }
            await #expect(throws: refusal) {
                try await file.journal().repair(acceptingEdits: true) { _ throws(StorageError) in }
            }
            #expect(try file.bytes() == header + rest.utf8)
        }
    }

    /// An older program says which version reads the library. It ignores a value that isn't a text.
    @Test(arguments: [(#""0.2.0""#, "0.2.0"), ("2", nil)])
    func aNewerVersionSaysWhichProgramItNeeds(value: String, needs: String?) async throws {
        let header = ChecksummedLine.make { writer in
            writer.member("format", JournalFixture.format)
            writer.member("version", 2)
            writer.name("needs")
            writer.raw(Array(value.utf8))
        }
        let file = try JournalFixture.file(header)
        let refusal = StorageError.newerVersion(location: file.path, found: 2, known: 1, needs: needs)
        await #expect(throws: refusal) { try await file.journal().kept() }
        let error = #expect(throws: TextError.self) {
            try JournalBackup(header, format: JournalFixture.format, location: "x")
        }
        let remedy = needs.map { "; it needs version \($0) of the program" } ?? ""
        #expect(error?.reason == "its format version is 2; this program knows versions up to 1\(remedy)")
    }

    /// Older programs that refuse a newer format repeat what its first line says they need.
    @Test func aNewerFormatNeedsAMemberOfTheFirstLine() {
        let line = String(decoding: JournalHeader(format: "sample").line, as: UTF8.self)
        #expect(JournalFormat.version == 1 || line.contains(#""needs":"#), "write “needs” (see JournalFormat)")
    }

    @Test func recordsOfUnknownKindsAreKeptAndReadable() async throws {
        let file = try JournalFixture.file()
        #expect(file.journal().keepsUnknownKinds)
        try file.compact()
        #expect(try file.text().contains(#""x-kind":[{"id":"x1"}]"#))
        let kind = RecordKind(singular: "x", plural: "x-kind")
        #expect(try await file.journal().record("x1", of: kind) == #"{"id":"x1"}"#)
        try await file.journal().forget("x1", of: kind)
        try file.compact()
        #expect(try !file.text().contains("x1"))
    }

    /// A name may contain escapes.
    @Test func aKindMayBeWrittenWithEscapes() async throws {
        let line = ChecksummedLine.make { writer in
            writer.member("sequence", 11)
            writer.raw(Array(#""b\u0065ds""#.utf8))
        }
        let text = String(decoding: line, as: UTF8.self)
            .replacing(#","b\u0065ds""#, with: #","b\u0065ds":[{"id":"b4"}]"#)
        let file = try JournalFixture.file(JournalFixture.bytes + JournalFixture.signed(Array(text.utf8)))
        #expect(try await file.journal().record("b4") == #"{"id":"b4"}"#)
    }

    @Test func unknownMembersOfTheFirstLineAreKept() async throws {
        let file = try JournalFixture.file()
        try await file.journal().keep(JournalFixture.herbs)
        #expect(try file.lines()[0] == JournalFixture.lines[0])
        try file.compact()
        let line = String(decoding: try file.lines()[0], as: UTF8.self)
        #expect(line.hasSuffix(#","x-madeBy":{"name":"a later version"}}"# + "\n"))
    }

    /// The journal only checks the line's checksum.
    @Test func theContentsOfARecordAreNotChecked() async throws {
        let line = JournalFixture.line(11, #""beds":[{"id":"b7","width":-1},{"id":"b8"}]"#)
        let file = try JournalFixture.file(JournalFixture.bytes + line)
        #expect(try await file.journal().record("b7") == #"{"id":"b7","width":-1}"#)
        #expect(try await file.journal().repair(acceptingEdits: true) { _ throws(StorageError) in } == nil)
    }

    /// The checksum is right, but no writer writes such a number.
    @Test(arguments: [("first", 0), ("first", -1), ("settled", -1), ("settled", 1 << 53)])
    func aFirstLineWithAnImpossibleNumberIsDamage(name: String, number: Int) async throws {
        let first = ChecksummedLine.make { writer in
            writer.member("format", JournalFixture.format)
            writer.member("version", 1)
            writer.name(name)
            writer.number(number)
        }
        let file = try JournalFixture.file(first)
        let error = await #expect(throws: StorageError.self) { try await file.journal().kept() }
        guard case .damaged(file.path, 1, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
