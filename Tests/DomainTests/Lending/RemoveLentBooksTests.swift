import Data
import Domain
import TestSupport
import Testing

struct RemoveLentBooksTests {
    private let library: StoredLibrary
    private let remove: RemoveBooks
    private let books: [Book]

    init() throws {
        books = [try book(1, "A"), try book(2, "B"), try book(3, "C")]
        let ben = try borrower(1, "Ben")
        var loans = [loan(2, of: books[1], to: ben)]
        for ended in [books[0], books[2]] {
            loans.append(loan(ended.id.bits, of: ended, to: ben, returned: "2024-05-02"))
        }
        library = StoredLibrary.inMemory(LibrarySnapshot(books: books, borrowers: [ben], loans: loans))
        remove = RemoveBooks(context(library))
    }

    @Test func removesTheBooksAndTheirLoans() async throws {
        #expect(try await remove([books[2].id, books[0].id, books[2].id]) == [books[2], books[0]])
        #expect(try await library.books.all() == [books[1]])
        #expect(try await library.loans.all().map(\.id.bits) == [2])
    }

    @Test func removesAllOrNone() async throws {
        let before = try await library.snapshot()
        await #expect(throws: LibraryError.lending(.isLent(books[1], to: "Ben", due: day("2024-05-29")))) {
            try await remove([books[0].id, books[1].id])
        }
        #expect(try await library.snapshot() == before)
    }
}
