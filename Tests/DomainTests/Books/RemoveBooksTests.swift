import Data
import Domain
import TestSupport
import Testing

struct RemoveBooksTests {
    private let library: StoredLibrary
    private let remove: RemoveBooks
    private let books: [Book]

    init() throws {
        books = [try book(1, "A"), try book(2, "B"), try book(3, "C")]
        library = StoredLibrary.inMemory(LibrarySnapshot(books: books))
        remove = RemoveBooks(context(library))
    }

    @Test func removesTheBooks() async throws {
        #expect(try await remove([books[2].id, books[0].id, books[2].id]) == [books[2], books[0]])
        #expect(try await library.books.all() == [books[1]])
    }

    @Test func removesAllOrNone() async throws {
        let unknown = Book.ID(bits: 9)
        await #expect(throws: LibraryError.book(.noSuchBook("\(unknown)"))) {
            try await remove([books[0].id, unknown])
        }
        #expect(try await library.books.all() == books)
    }
}
