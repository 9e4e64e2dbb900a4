import Data
import Domain
import TestSupport
import Testing

struct FindBookTests {
    private let library: StoredLibrary
    private let find: FindEntity<Book>
    private let books: [Book]

    init() throws {
        books = [
            try book(1, "Cold Sea", isbn: isbnA),
            try book(2, BookDraft(title: "Cold Día", authors: ["Ana"]) { $0.shelves = ["Attic"] }),
            try book(0b01011 << 55, "Last"), try book(0b01011 << 55 | 1, "Least"),
        ]
        library = StoredLibrary.inMemory(LibrarySnapshot(books: books))
        find = FindEntity<Book>(context(library))
    }

    @Test func findsByIdentifierPrefixISBNOrWords() async throws {
        #expect(try await find("000000000001") == books[0])
        #expect(try await find("B00000000001") == books[3])
        #expect(try await find("978-0-306-40615-7") == books[0])
        #expect(try await find("0-306-40615-2") == books[0])
        #expect(try await find("dia COLD") == books[1])
        #expect(try await find("las") == books[2])
    }

    @Test func findsABookByAnISBNThatNoBookCanHave() async throws {
        let old = try book(1, "Old", isbn: "9780000000002")
        let find = FindEntity<Book>(context(StoredLibrary.inMemory(LibrarySnapshot(books: [old]))))
        #expect(try await find("0-00-000000-0") == old)
    }

    @Test func aPrefixHasFourCharactersOrMore() async throws {
        let only = StoredLibrary.inMemory(LibrarySnapshot(books: [books[2]]))
        let find = FindEntity<Book>(context(only))
        #expect(try await find("B000") == books[2])
        for short in ["b00", "B0", "b"] {
            await #expect(throws: LibraryError.book(.prefixTooShort(short))) { try await find(short) }
        }
        await #expect(throws: LibraryError.book(.noSuchBook("c00"))) { try await find("c00") }
    }

    @Test(
        arguments: [
            ("It", 1), (" it ", 1), ("Ít", 1), ("dead souls", 3), ("dead gogol", 3), ("gogol SOULS", 3), ("king", 1),
        ] as [(String, UInt64)])
    func aWholeTitleGoesBeforeTitlesThatContainTheWords(_ reference: String, number: UInt64) async throws {
        let books = [
            try book(1, "It", by: "Stephen King"), try book(2, "Italy", by: "Jan Morris"),
            try book(3, "Dead Souls", by: "Nikolai Gogol"), try book(4, "The Dead Dead Souls", by: "Ana"),
        ]
        let find = FindEntity<Book>(context(StoredLibrary.inMemory(LibrarySnapshot(books: books))))
        #expect(try await find(reference).id.bits == number)
    }

    @Test func severalBooksWithTheSameWholeTitleAreAmbiguousAmongThese() async throws {
        let books = [try book(1, "Emma", by: "Jane Austen"), try book(2, "Emma", by: "Ana"), try book(3, "Emma II")]
        let find = FindEntity<Book>(context(StoredLibrary.inMemory(LibrarySnapshot(books: books))))
        await #expect(throws: LibraryError.book(.ambiguous("emma", [books[0], books[1]]))) { try await find("emma") }
        #expect(try await find("emma austen") == books[0])
    }

    @Test(arguments: [
        ("000000000001", true), ("b00000000001", true), ("0-306-40615-2", true),
        ("cold sea", true), ("COLD SEA", true), ("sea", false), ("sea ana", false), ("last", true), ("las", false),
    ])
    func namesAndWordsAreToldApart(_ reference: String, isExact: Bool) async throws {
        #expect(try await find.match(reference).isExact == isExact)
    }

    @Test func anAmbiguousReferenceIsRefused() async throws {
        await #expect(throws: LibraryError.book(.ambiguous("cold", [books[0], books[1]]))) { try await find("cold") }
        await #expect(throws: LibraryError.book(.ambiguous("b0000", [books[2], books[3]]))) { try await find("b0000") }
    }

    @Test(arguments: ["", "  ", "warm", "9780804429573", "00000000000z", "cold last", "cold ben", "seaana", "attic"])
    func aReferenceToNoBookIsRefused(_ reference: String) async throws {
        await #expect(throws: LibraryError.book(.noSuchBook(reference))) { try await find(reference) }
    }
}
