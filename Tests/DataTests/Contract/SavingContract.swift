import Domain
import Testing

extension StoreContractTests {
    @Test(arguments: StoreUnderTest.allCases)
    func insertsOrReplaces(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        try await library.books.save([book(1, "Emma"), book(2, "Persuasion")])
        let changed = try book(1, "Sanditon") { $0.rating = Rating(5) }
        try await library.books.save([changed, book(3, "Lady Susan")])
        #expect(try await library.books.all() == [changed, book(2, "Persuasion"), book(3, "Lady Susan")])
    }

    @Test(arguments: StoreUnderTest.allCases)
    func ofTwoWithTheSameIdentifierTheLaterCounts(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        try await library.books.save([book(1, "Emma"), book(2, "Persuasion"), book(1, "Sanditon")])
        #expect(try await library.books.all() == [book(1, "Sanditon"), book(2, "Persuasion")])
    }

    @Test(arguments: StoreUnderTest.allCases)
    func deletesWhatExists(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        try await library.books.save([book(1), book(2), book(3)])
        try await library.books.delete([bookID(1), bookID(9), bookID(3), bookID(1)])
        #expect(try await library.books.all() == [book(2)])
        try await library.books.delete(bookID(9))
        #expect(try await library.books.all() == [book(2)])

        // What was deleted can come back, and go again.
        try await library.books.save(book(1))
        #expect(try await library.books.find(bookID(1)) == book(1))
        try await library.books.delete(bookID(1))
        #expect(try await library.books.find(bookID(1)) == nil)
    }

    @Test(arguments: StoreUnderTest.allCases)
    func savingOrDeletingNothingChangesNothing(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        try await library.books.save(book(1))
        try await library.books.save([])
        try await library.books.delete([])
        #expect(try await library.books.all() == [book(1)])
    }

    @Test(arguments: StoreUnderTest.allCases)
    func keepsEveryFieldOfEveryEntity(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        let full = try book(1) { draft in
            draft.authors = ["Ana", "Ben"]
            draft.isbn = try? ISBN("0439023483")
            draft.status = .abandoned
            draft.rating = Rating(1)
            draft.isFavorite = true
            draft.shelves = ["z", "a"]
            draft.added = Day("0001-01-01")
            draft.finished = Day("9999-12-31")
        }
        let statuses = try ReadingStatus.allCases.enumerated().map { index, status in
            try book(index + 2) { $0.status = status }
        }
        let loans = [loan(1, of: 1).returned(on: someDay + 3), loan(2, of: 2)]
        try await library.books.save([full] + statuses)
        try await library.borrowers.save(borrower(1, "Ana"))
        try await library.loans.save(loans)
        let all = LibrarySnapshot(books: [full] + statuses, borrowers: [try borrower(1, "Ana")], loans: loans)
        #expect(try await library.snapshot() == all)
    }

    @Test(arguments: StoreUnderTest.allCases)
    func keepsAWholeBatch(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        let books = try (0..<min(library.batchSize, 1000)).map { try book($0, "Volume \($0)") }
        try await library.books.save(books)
        #expect(try await library.books.all() == books)
        try await library.books.delete(books.dropFirst().map(\.id))
        #expect(try await library.books.all() == [books[0]])
    }
}
