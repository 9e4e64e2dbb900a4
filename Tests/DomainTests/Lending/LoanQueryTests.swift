import Domain
import TestSupport
import Testing

struct LoanQueryTests {
    private let library: LibrarySnapshot

    init() throws {
        let books = [try book(1, "A"), try book(2, "B"), try book(3, "C")]
        let people = [try borrower(1, "Ana"), try borrower(2, "Ben")]
        library = LibrarySnapshot(
            books: books, borrowers: people,
            loans: [
                loan(1, of: books[0], to: people[0], due: "2024-05-10"),
                loan(2, of: books[1], to: people[1], due: "2024-05-09"),
                loan(3, of: books[2], to: people[1], due: "2024-05-02", returned: "2024-05-05"),
                loan(4, of: books[2], to: people[0], due: "2024-05-09"),
            ])
    }

    private func found(_ query: LoanQuery, today: Day) -> [UInt64] {
        query.rows(of: library, today: today).map(\.loan.id.bits)
    }

    @Test func openLoansComeEarliestDueFirstAndTieByIdentifier() {
        #expect(found(.open, today: today) == [2, 4, 1])
    }

    @Test func allLoansIncludeThoseThatEnded() {
        #expect(found(.all, today: today) == [3, 2, 4, 1])
    }

    @Test func aLoanIsOverdueTheDayAfterItsDueDay() {
        #expect(found(.overdue, today: day("2024-05-09")).isEmpty)
        #expect(found(.overdue, today: day("2024-05-10")) == [2, 4])
        #expect(found(.overdue, today: day("2024-05-11")) == [2, 4, 1])
    }

    @Test func rowsHaveTheTitleAndTheBorrower() {
        let rows = LoanQuery.open.rows(of: library, today: today)
        #expect(rows.map(\.title) == ["B", "C", "A"])
        #expect(rows.map(\.borrower) == ["Ben", "Ana", "Ana"])
        #expect(rows.map(\.isOverdue) == [true, true, false])
    }

    /// A repair can leave such loans.
    @Test func aMissingBookOrBorrowerIsShownByItsIdentifier() throws {
        let loans = LibrarySnapshot(loans: library.loans.filter { $0.id.bits == 2 })
        let row = try #require(LoanQuery.open.rows(of: loans, today: today).first)
        #expect(row.title == "\(row.loan.book)")
        #expect(row.borrower == "\(row.loan.borrower)")
        #expect(loans.incompleteLoans == loans.loans)
        #expect(library.incompleteLoans.isEmpty)
    }

    @Test func anEmptyLibraryHasNoLoans() {
        #expect(LoanQuery.all.rows(of: LibrarySnapshot(), today: today).isEmpty)
    }
}
