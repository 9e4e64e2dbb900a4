import Data
import Domain
import TestSupport
import Testing

/// Lending, extending and returning several books at once.
struct SeveralBooksTests {
    private let library: StoredLibrary
    private let books: [Book]
    private let lend: LendBook
    private let extend: ExtendLoan
    private let takeBack: ReturnBook

    init() throws {
        books = [try book(1, "A"), try book(2, "B"), try book(3, "C")]
        library = StoredLibrary.inMemory(LibrarySnapshot(books: books))
        lend = LendBook(context(library), preferences: DefaultPreferences())
        extend = ExtendLoan(context(library), preferences: DefaultPreferences())
        takeBack = ReturnBook(context(library))
    }

    private func ids(_ numbers: Int...) -> [Book.ID] { numbers.map { books[$0].id } }

    @Test func theLoansAreInTheOrderOfTheBooks() async throws {
        let lent = try await lend(ids(2, 0), to: "Ben")
        #expect(lent.map(\.title) == ["C", "A"])
        #expect(lent.map(\.borrower) == ["Ben", "Ben"])
        #expect(try await library.borrowers.all().count == 1)
        #expect(try await extend(ids(0, 2)).map(\.title) == ["A", "C"])
        let ended = try await takeBack(ids(2, 0))
        #expect(ended.map(\.title) == ["C", "A"])
        #expect(ended.map(\.loan.returned) == [today, today])
    }

    @Test func ifOneIsLentNoneIsAndNobodyIsRegistered() async throws {
        let lent = try await lend(ids(1), to: "Ben").map(\.loan)
        let error = LibraryError.lending(.alreadyLent(books[1], to: "Ben", due: lent[0].due))
        await #expect(throws: error) { try await lend(ids(0, 1, 2), to: "Cleo") }
        #expect(try await library.loans.all() == lent)
        #expect(try await library.borrowers.all().map(\.name) == ["Ben"])
    }

    @Test func ifOneIsNotLentNoneIsExtendedOrReturned() async throws {
        let lent = try await lend(ids(0, 2), to: "Ben").map(\.loan)
        await #expect(throws: LibraryError.lending(.notLent(books[1]))) { try await extend(ids(0, 1, 2)) }
        await #expect(throws: LibraryError.lending(.notLent(books[1]))) { try await takeBack(ids(0, 1, 2)) }
        #expect(Set(try await library.loans.all()) == Set(lent))
    }
}
