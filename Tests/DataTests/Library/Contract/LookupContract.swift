import Domain
import Storage
import Testing

extension LibraryContractTests {
    @Test(arguments: StorageEngine.tested)
    func findsBooksByTheISBNTheyHaveNow(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let library = location.library()
        let isbn = try ISBN("9780439023481")
        let other = try ISBN("9780141439587")
        for number in [7, 5] { try await library.books.save(book(number) { $0.isbn = number == 5 ? other : isbn }) }
        // As a library edited by hand may have it.
        try await location.save(book(3) { $0.isbn = isbn })
        #expect(try await library.books.matching(.isbn(isbn)).map(\.id) == [bookID(3), bookID(7)])

        try await location.save(book(3) { $0.isbn = other })
        #expect(try await library.books.matching(.isbn(isbn)).map(\.id) == [bookID(7)])
        #expect(try await library.books.matching(.isbn(other)).map(\.id) == [bookID(3), bookID(5)])
        try await library.books.save(book(5))
        try await library.books.delete(bookID(7))
        for library in [library, location.library()] {
            #expect(try await library.books.matching(.isbn(isbn)).isEmpty)
            #expect(try await library.books.matching(.isbn(other)).map(\.id) == [bookID(3)])
        }
        // A deleted book can be saved again.
        try await library.books.save(book(7) { $0.isbn = isbn })
        #expect(try await library.books.matching(.isbn(isbn)).map(\.id) == [bookID(7)])
    }

    @Test(arguments: StorageEngine.tested)
    func doesNotTakeTheISBNInATitleForTheISBN(engine: StorageEngine) async throws {
        let library = try await engine.makeLibrary()
        try await library.books.save(book(1, "On 9780439023481"))
        #expect(try await library.books.matching(.isbn(ISBN("9780439023481"))).isEmpty)
    }
}
