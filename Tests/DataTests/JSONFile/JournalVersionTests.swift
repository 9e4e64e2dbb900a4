import Domain
import Testing

@testable import Data

/// A library that was written by some other version of the program.
struct JournalVersionTests {
    @Test func aNewerVersionIsRefusedByItsNumber() async throws {
        let bytes = Array(#"{"crc32c":"694b060c","format":"bookshelf-library","version":2,"sorted":true}"#.utf8) + [10]
        // Whatever follows: a newer version may have other lines, and other checksums.
        for rest in ["", "anything\n", "\0\0"] {
            let file = try JournalFixture.file(bytes + rest.utf8)
            let refusal = LibraryError.store(.newerVersion(place: file.path, found: 2, known: 1))
            await #expect(throws: refusal) { try await file.library().snapshot() }
            await #expect(throws: refusal) { try await file.library().books.save(book(1)) }
            #expect(try file.bytes() == bytes + rest.utf8)
        }
    }

    @Test func membersOfARecordThatAreUnknownAreKept() async throws {
        let file = try JournalFixture.file()
        try await file.library().books.save(book(1, "Emma, again"))
        let line = try #require(try file.lines().last)
        let unknown = #","publisher":"John Murray","pages":[474,{"x":null}]}"#
        #expect(String(decoding: line, as: UTF8.self).contains(#""title":"Emma, again""#))
        #expect(String(decoding: line, as: UTF8.self).contains(unknown))

        try file.compact()
        #expect(try file.text().contains(unknown))
        #expect(try file.text().contains(#"{"id":"000000000001","name":"Ana","phone":"\u0030"}"#))
        #expect(try await file.library().books.find(bookID(1))?.title == "Emma, again")
    }

    @Test func aRecordThatIsDeletedAndSavedAgainIsNew() async throws {
        let file = try JournalFixture.file()
        try await file.library().books.delete(bookID(1))
        try await file.library().books.save(book(1, "Emma, again"))
        try file.compact()
        #expect(try !file.text().contains("publisher"))
    }

    @Test func membersOfTheFirstLineThatAreUnknownAreKept() async throws {
        let file = try JournalFixture.file()
        try await file.library().books.save(book(1))
        #expect(try file.lines()[0] == JournalFixture.lines[0])
        try file.compact()
        let line = String(decoding: try file.lines()[0], as: UTF8.self)
        #expect(line.hasSuffix(#","madeBy":{"name":"a later version"}}"# + "\n"))
    }

    /// The text is what was once written, so this is no damage that a broken disk does.
    @Test(arguments: [
        (#""rating":9"#, "rating"), (#""status":"lost""#, "status"), (#""isbn":"9780439023482""#, "isbn"),
        (#""added":"2024-02-30""#, "added"), (#""authors":[]"#, "authors"), (#""title":" ""#, "title"),
    ])
    func aRecordThatBreaksARuleIsNamed(member: String, name: String) async throws {
        let record =
            #"{"id":"00000000000z",\#(member),"title":"Emma","authors":["Ana"],"status":"read","#
            + #""added":"2024-10-04"}"#
        let line = JournalFormat.line { writer in
            writer.member("sequence", 11)
            writer.name("books")
            writer.raw(Array("[\(record)]".utf8))
        }
        let file = try JournalFixture.file(Array(JournalFixture.lines.joined()) + line)
        await #expect {
            _ = try await file.library().books.all()
        } throws: { error in
            guard case LibraryError.store(.damaged(file.path, 6, let reason)) = error else { return false }
            return reason.contains("“\(name)”")
        }
        // The others can be read one by one.
        #expect(try await file.library().books.find(bookID(1)) == book(1))
    }
}

extension TestFile {
    /// Has the journal in this file compacted, which otherwise happens when there is enough to gain.
    func compact() throws {
        var journal = Journal(path: path, files: POSIXFiles())
        try journal.refresh()
        try journal.compact()
    }
}
