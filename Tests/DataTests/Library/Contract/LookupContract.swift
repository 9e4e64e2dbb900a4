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

    @Test(arguments: StorageEngine.tested)
    func findsOpenLoansByBookAndByBorrower(engine: StorageEngine) async throws {
        let library = try await engine.makeLibrary()
        let loans = [try loan(1, of: 10, to: 1), try loan(2, of: 11, to: 2), try loan(3, of: 12, to: 1)]
        try await library.books.save([book(10), book(11), book(12)])
        try await library.borrowers.save([borrower(1), borrower(2)])
        try await library.loans.save(loans.reversed())
        #expect(try await library.loans.matching(.open(bookID(11))) == [loans[1]])
        #expect(try await library.loans.matching(.openTo(borrowerID(1))) == [loans[0], loans[2]])
        // An identifier of another type with the same text.
        #expect(try await library.loans.matching(.openTo(borrowerID(11))).isEmpty)

        try await library.loans.save(loans[0].returned(on: someDay))
        #expect(try await library.loans.matching(.open(bookID(10))).isEmpty)
        #expect(try await library.loans.matching(.openTo(borrowerID(1))) == [loans[2]])
        #expect(try await library.loans.all().count == 3)
    }
}
