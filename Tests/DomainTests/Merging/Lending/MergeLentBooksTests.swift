import Data
import Domain
import TestSupport
import Testing

struct MergeLentBooksTests {
    private let ben: Borrower
    private let ana: Borrower

    init() throws {
        ben = try borrower(1, "Ben")
        ana = try borrower(2, "Ana")
    }

    private func library(_ books: [Book], _ loans: [Loan]) -> StoredLibrary {
        StoredLibrary.inMemory(LibrarySnapshot(books: books, borrowers: [ben, ana], loans: loans))
    }

    @Test func theLoansMoveWithTheirBook() async throws {
        let books = try [book(1, "A"), book(2, "B"), book(3, "C"), book(4, "D")]
        let loans = [
            loan(1, of: books[0], to: ben, returned: "2024-05-02"), loan(2, of: books[1], to: ana),
            loan(3, of: books[2], to: ben, returned: "2024-05-03"), loan(4, of: books[3], to: ben),
        ]
        let library = library(books, loans)
        let result = try await MergeBooks(context(library))([books[1].id, books[2].id], into: books[0].id)
        #expect(
            try await library.loans.all() == [
                loans[0], loan(2, of: books[0], to: ana), loan(3, of: books[0], to: ben, returned: "2024-05-03"),
                loans[3],
            ])
        #expect(try await library.books.all() == [result.book, books[3]])
        #expect(try await ReturnBook(context(library))(books[0].id).borrower == "Ana")
    }

    @Test func ofSeveralLentBooksNoneIsMerged() async throws {
        let books = try [book(1, "A"), book(2, "B"), book(3, "C")]
        let loans = [loan(1, of: books[0], to: ben), loan(2, of: books[2], to: ana, due: "2024-05-09")]
        let library = library(books, loans)
        let before = try await library.snapshot()
        await #expect(
            throws: LibraryError.merging(
                .areLent([
                    LoanListing(loan: loans[1], title: "C", borrower: "Ana", isOverdue: true),
                    LoanListing(loan: loans[0], title: "A", borrower: "Ben", isOverdue: false),
                ]))
        ) { try await MergeBooks(context(library))([books[1].id, books[2].id], into: books[0].id) }
        #expect(try await library.snapshot() == before)
    }

    @Test func aDryRunMovesNoLoan() async throws {
        let books = try [book(1, "A"), book(2, "B")]
        let library = library(books, [loan(1, of: books[1], to: ben)])
        let before = try await library.snapshot()
        _ = try await MergeBooks(context(library))([books[1].id], into: books[0].id, dryRun: true)
        #expect(try await library.snapshot() == before)
    }
}
