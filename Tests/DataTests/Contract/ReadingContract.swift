import Domain
import Testing

extension StoreContractTests {
    @Test(arguments: StoreUnderTest.allCases)
    func aNewLibraryIsEmpty(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        #expect(try await library.snapshot() == LibrarySnapshot())
        #expect(try await library.books.all().isEmpty)
        #expect(try await library.books.find(bookID(1)) == nil)
        #expect(try await library.loans.matching(.open(bookID(1))).isEmpty)
    }

    @Test(arguments: StoreUnderTest.allCases)
    func readsInTheOrderOfIdentifiers(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        // Numbers whose texts, hash values and moments of saving suggest other orders.
        let numbers = [300, 2, 1 << 59, 41, 10, 1 << 40]
        for number in numbers { try await library.books.save(book(number)) }
        #expect(try await library.books.all().map(\.id) == numbers.sorted().map(bookID))
        #expect(try await library.snapshot().books.map(\.id) == numbers.sorted().map(bookID))
    }

    @Test(arguments: StoreUnderTest.allCases)
    func findsByIdentifier(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        let books = [try book(1, "Emma"), try book(2, "Persuasion")]
        try await library.books.save(books)
        #expect(try await library.books.find(bookID(2)) == books[1])
        #expect(try await library.books.find(bookID(3)) == nil)
        // An identifier names an entity of one type.
        #expect(try await library.borrowers.find(Borrower.ID(bits: 2)) == nil)
    }

    @Test(arguments: StoreUnderTest.allCases)
    func findsBooksByISBN(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        let isbn = try ISBN("9780439023481")
        let other = try ISBN("9780141439587")
        let numbers = [7, 3, 5]
        for number in numbers { try await library.books.save(book(number) { $0.isbn = number == 5 ? other : isbn }) }
        #expect(try await library.books.matching(.isbn(isbn)).map(\.id) == [bookID(3), bookID(7)])

        // A key that an entity has no longer does not find it.
        try await library.books.save(book(3) { $0.isbn = other })
        #expect(try await library.books.matching(.isbn(isbn)).map(\.id) == [bookID(7)])
        #expect(try await library.books.matching(.isbn(other)).map(\.id) == [bookID(3), bookID(5)])
        try await library.books.delete(bookID(7))
        #expect(try await library.books.matching(.isbn(isbn)).isEmpty)
    }

    @Test(arguments: StoreUnderTest.allCases)
    func doesNotTakeTheISBNInATitleForTheISBN(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        try await library.books.save(book(1, "On 9780439023481"))
        #expect(try await library.books.matching(.isbn(ISBN("9780439023481"))).isEmpty)
    }

    @Test(arguments: StoreUnderTest.allCases)
    func findsOpenLoansByBookAndByBorrower(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        let loans = [loan(1, of: 10, to: 1), loan(2, of: 11, to: 2), loan(3, of: 12, to: 1)]
        try await library.loans.save(loans.reversed())
        #expect(try await library.loans.matching(.open(bookID(11))) == [loans[1]])
        #expect(try await library.loans.matching(.openTo(Borrower.ID(bits: 1))) == [loans[0], loans[2]])

        try await library.loans.save(loans[0].returned(on: someDay))
        #expect(try await library.loans.matching(.open(bookID(10))).isEmpty)
        #expect(try await library.loans.matching(.openTo(Borrower.ID(bits: 1))) == [loans[2]])
        #expect(try await library.loans.all().count == 3)
    }
}
