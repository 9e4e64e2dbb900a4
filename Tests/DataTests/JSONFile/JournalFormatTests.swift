import Domain
import Testing

@testable import Data

/// The text of a journal. Whoever changes it must raise the version of the format.
struct JournalFormatTests {
    @Test func theChecksumIsCRC32C() {
        // The check value of the catalogue of parametrised CRC algorithms, and the tests of RFC 3720, B.4.
        #expect(checksum(Array("123456789".utf8)) == 0xE306_9283)
        #expect(checksum([]) == 0)
        #expect(checksum([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
        #expect(checksum([UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
        #expect(checksum(Array(0..<32)) == 0x46DD_794E)
    }

    @Test func aLibraryIsThisText() async throws {
        let file = try TemporaryDirectory().file("library.jsonl")
        let library = file.library()
        try await library.books.save(book(1))
        let changed = try book(1, "Émma “x”") { draft in
            draft.authors.append("Ben")
            draft.isbn = try? ISBN("9780439023481")
            draft.status = .read
            draft.rating = Rating(4)
            draft.isFavorite = true
            draft.shelves = ["a", "b"]
            draft.finished = someDay + 1
        }
        try await library.perform { unit throws(LibraryError) in
            try await unit.books.save(changed)
            try await unit.borrowers.save(Samples.ana)
            try await unit.loans.save(loan(1, of: 1).returned(on: someDay))
        }
        try await library.perform { unit throws(LibraryError) in
            try await unit.books.delete(bookID(1))
            try await unit.borrowers.delete(Samples.ana.id)
            try await unit.loans.delete(loan(1, of: 1).id)
        }
        let expected = #"""
            {"crc32c":"b6a47715","format":"bookshelf-library","version":1,"first":1,"settled":1}
            {"crc32c":"2af1100d","sequence":1,"books":[{"id":"000000000001","title":"Emma"\#
            ,"authors":["Jane Austen"],"status":"to-read","favorite":false,"shelves":[]\#
            ,"added":"2024-10-04"}]}
            {"crc32c":"ec12558c","sequence":2,"books":[{"id":"000000000001","title":"Émma “x”"\#
            ,"authors":["Jane Austen","Ben"],"isbn":"9780439023481","status":"read","rating":4,"favorite":true\#
            ,"shelves":["a","b"],"added":"2024-10-04","finished":"2024-10-05"}]\#
            ,"borrowers":[{"id":"000000000001","name":"Ana"}],"loans":[{"id":"000000000001"\#
            ,"book":"000000000001","borrower":"000000000001","lent":"2024-10-04","due":"2024-11-01"\#
            ,"returned":"2024-10-04"}]}
            {"crc32c":"171c4386","sequence":3,"deleted":{"books":["000000000001"],"borrowers":["000000000001"]\#
            ,"loans":["000000000001"]}}

            """#
        #expect(try file.text() == expected)
    }

    @Test func readsThisText() async throws {
        #expect(try await JournalFixture.file().library().snapshot() == JournalFixture.snapshot())
    }

    @Test func aUnitOfWorkThatChangesNothingWritesNothing() async throws {
        let file = try TemporaryDirectory().file("library.jsonl")
        let library = file.library()
        #expect(try await library.snapshot() == LibrarySnapshot())
        _ = try await library.perform { unit throws(LibraryError) in try await unit.books.all() }
        #expect(!file.exists)
        try await library.books.save(book(1))
        let before = try file.bytes()
        try await library.books.save([])
        #expect(try file.bytes() == before)
    }

    @Test func aUnitOfWorkAppendsOneLineAndTouchesNoOther() async throws {
        let file = try JournalFixture.file()
        let library = file.library()
        for number in 10..<30 {
            let before = try file.bytes()
            try await library.books.save([book(number), book(number + 100)])
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
