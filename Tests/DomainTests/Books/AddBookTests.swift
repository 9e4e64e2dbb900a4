import Data
import Domain
import TestSupport
import Testing

struct AddBookTests {
    private let library = StoredLibrary.inMemory()

    private func add(_ draft: BookDraft, bits: UInt64) async throws -> Book {
        var context = context(library)
        context.randomBits = { bits }
        return try await AddBook(context)(draft)
    }

    @Test func addsTheBook() async throws {
        let added = try await add(BookDraft(title: " A ", authors: ["Ana"]), bits: 7)
        #expect(added == (try book(7, "A")))
        #expect(try await library.books.all() == [added])
    }

    @Test func theSameISBNIsNotAddedTwice() async throws {
        let isbn = try ISBN(isbnA)
        let first = try await add(BookDraft(title: "A", authors: ["Ana"], isbn: isbn), bits: 7)
        await #expect(throws: LibraryError.book(.sameISBN(isbn, first))) {
            try await add(BookDraft(title: "B", authors: ["Ben"], isbn: isbn), bits: 8)
        }
        #expect(try await library.books.all() == [first])
    }

    @Test func booksWithTheSameTitleAndAuthorsAreTwins() async throws {
        let books = [
            try book(1, "Cien años", by: "García", "Ana"), try book(2, "Cien años II", by: "García", "Ana"),
            try book(3, "Cien años", by: "García"),
        ]
        let addBook = AddBook(context(StoredLibrary.inMemory(LibrarySnapshot(books: books))))
        var draft = BookDraft(title: " CIEN  anos", authors: ["garcia", " Ana"])
        #expect(try await addBook.twins(of: draft) == [books[0]])
        draft.authors = ["Ana"] + [" ", draft.authors[0] + " "] + draft.authors
        #expect(try await addBook.twins(of: draft) == [books[0]])
        #expect(try await addBook.twins(of: BookDraft(title: "Cien", authors: ["García", "Ana"])).isEmpty)
    }

    @Test func addingNeverReplacesABook() async throws {
        let first = try await add(BookDraft(title: "A", authors: ["Ana"]), bits: 7)
        await #expect(throws: LibraryError.identifierInUse("\(first.id)")) {
            try await add(BookDraft(title: "B", authors: ["Ben"]), bits: 7)
        }
        #expect(try await library.books.all() == [first])
    }

    @Test func anIncompleteDraftIsRefused() async throws {
        await #expect(throws: LibraryError.book(.noTitle)) { try await add(BookDraft(authors: ["Ana"]), bits: 7) }
        await #expect(throws: LibraryError.book(.noAuthor)) { try await add(BookDraft(title: "A"), bits: 7) }
        #expect(try await library.books.all().isEmpty)
    }

    @Test func onlyOneOfManyConcurrentAddsGetsTheISBN() async throws {
        let isbn = try ISBN(isbnA)
        let addBook = AddBook(context(library))
        let added = await withTaskGroup { group in
            for number in 0..<20 {
                group.addTask {
                    (try? await addBook(BookDraft(title: "\(number)", authors: ["Ana"], isbn: isbn))) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(added == 1)
        #expect(try await library.books.all().count == 1)
    }
}
