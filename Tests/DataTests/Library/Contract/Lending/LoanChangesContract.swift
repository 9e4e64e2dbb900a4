import Data
import Domain
import Storage
import TestSupport
import Testing

extension LibraryContractTests {
    @Test(arguments: StorageEngine.tested)
    func aUnitOfWorkSpansRepositoriesAndIsKeptWhole(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let library = location.library()
        try await library.books.save([book(1), book(2)])
        let answer = try await library.perform { unit throws(LibraryError) in
            try await unit.books.delete(bookID(1))
            try await unit.borrowers.save(borrower(1))
            try await unit.loans.save(loan(1, of: 2))
            return "done"
        }
        #expect(answer == "done")
        let all = LibrarySnapshot(books: [try book(2)], borrowers: [try borrower(1)], loans: [try loan(1, of: 2)])
        #expect(try await library.snapshot() == all)
        #expect(try await location.library().snapshot() == all)
    }

    @Test(arguments: StorageEngine.tested)
    func aUnitOfWorkLooksUpItsOwnWrites(engine: StorageEngine) async throws {
        let library = try await engine.makeLibrary()
        try await library.books.save([book(10), book(11), book(12)])
        try await library.borrowers.save([borrower(1), borrower(2)])
        try await library.loans.save([loan(1, of: 10), loan(2, of: 11), loan(5, of: 12)])
        try await library.perform { unit throws(LibraryError) in
            try await unit.loans.save(loan(1, of: 10).returned(on: someDay))
            #expect(try await unit.loans.matching(.open(bookID(10))).isEmpty)
            try await unit.loans.save(loan(3, of: 10))
            #expect(try await unit.loans.matching(.open(bookID(10))) == [loan(3, of: 10)])
            try await unit.loans.delete(loan(2, of: 11).id)
            #expect(try await unit.loans.matching(.openTo(borrowerID(1))) == [loan(3, of: 10), loan(5, of: 12)])
            try await unit.loans.save(loan(5, of: 12, to: 2))
            #expect(try await unit.loans.matching(.openTo(borrowerID(1))) == [loan(3, of: 10)])
        }
        #expect(try await library.loans.matching(.openTo(borrowerID(1))) == [loan(3, of: 10)])
        #expect(try await library.loans.matching(.open(bookID(12))) == [loan(5, of: 12, to: 2)])
    }

    /// A change to another type sends nothing to observers of books. A loan goes with its book, in the same unit.
    @Test(arguments: StorageEngine.shared)
    func changesOfSeveralTypesAreObserved(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let (library, other) = (location.library(), location.library())
        var books = library.books.observe().makeAsyncIterator()
        var whole = library.observe().makeAsyncIterator()
        #expect(try await books.next() == [])
        #expect(try await whole.next() == LibrarySnapshot())
        try await other.borrowers.save(borrower(1))
        #expect(try await whole.next() == LibrarySnapshot(borrowers: [borrower(1)]))
        try await other.perform { unit throws(LibraryError) in
            try await unit.books.save(book(1))
            try await unit.loans.save(loan(1, of: 1).returned(on: someDay))
        }
        #expect(try await books.next() == [book(1)])
        #expect(
            try await whole.next()
                == LibrarySnapshot(
                    books: [book(1)], borrowers: [borrower(1)], loans: [loan(1, of: 1).returned(on: someDay)]))
        try await other.books.delete(bookID(1))
        #expect(try await books.next() == [])
        #expect(try await whole.next() == LibrarySnapshot(borrowers: [borrower(1)]))
    }

    @Test(arguments: StorageEngine.tested)
    func aChangeToAnotherTypeIsNoNews(engine: StorageEngine) async throws {
        let library = try await engine.makeLibrary()
        try await library.books.save(book(1))
        let mark = try await library.books.news(since: nil).mark
        try await library.borrowers.save(borrower(1))
        let news = try await library.books.news(since: mark)
        #expect(try news.saved == (engine.store.knowsChanges ? [] : [book(1)]))
    }

    /// As whole rows and as rows of a few fields.
    @Test(arguments: StorageEngine.tested)
    func rowsSayWhoHasABook(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let other = location.library()
        try await other.books.save(PageOfBooks.books())
        try await other.borrowers.save(borrower(1, "Emma"))
        try await other.loans.save(loan(1, of: 5))
        let snapshot = try await other.snapshot()
        let library = location.library()
        for page in PageOfBooks.all + [PageOfBooks(query: BookQuery(text: "s") { $0.lentOnly = true }, found: [5])] {
            let whole = try await other.page(page.query, folding: .caseAndAccents)
            #expect(whole.rows.map(\.id.bits) == page.found, "\(page)")
            #expect(whole == page.query.page(of: snapshot, folding: .caseAndAccents), "\(page)")
            var query = page.query
            query.shown = [.title]
            let found = try await library.page(query, folding: .caseAndAccents)
            #expect(found.rows.map(\.lentTo) == whole.rows.map(\.lentTo), "\(page)")
            #expect(found.rows.map(\.hits) == whole.rows.map(\.hits), "\(page)")
        }
        let row = try await library.row(of: bookID(5), folding: .caseAndAccents)
        #expect(row?.lentTo == "Emma" && row?.entity?.id == bookID(5))
        let lent = try await library.excerpt(for: BookQuery { $0.ids = [bookID(5)] }, folding: .caseAndAccents)
        #expect(lent.others.loans == [try loan(1, of: 5)] && lent.page.rows.map(\.lentTo) == ["Emma"])
    }
}
