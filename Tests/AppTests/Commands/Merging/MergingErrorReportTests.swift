import Data
import Domain
import Testing

@testable import App

/// The message and the exit status where `merge` is refused.
struct MergingErrorReportTests {
    private let dune: Book
    private let due = Day(daysSince1970: 20_788)

    init() throws { dune = try book(1, "Dune", by: "Frank Herbert", added: due) }

    @Test func noBookIsMergedIntoItself() {
        let report = ErrorReport(LibraryError.merging(.mergedIntoItself(dune)))
        #expect(report.message == #""Dune" can't be merged into itself"#)
        #expect(report.status == .refused)
    }

    @Test func severalLoansAreNamed() throws {
        let loan = try Loan(
            id: Loan.ID(bits: 1), book: dune.id, borrower: Borrower.ID(bits: 1), lent: due, due: due)
        let listings = ["Ana", "Ben"].map { LoanListing(loan: loan, title: "Dune", borrower: $0, isOverdue: false) }
        let report = ErrorReport(LibraryError.merging(.areLent(listings)))
        #expect(
            report.message
                == #"several of these books are lent: "Dune" to Ana until 2026-12-01, "Dune" to Ben until 2026-12-01; "#
                + #"see "bookshelf help return""#)
        #expect(report.status == .refused)
    }
}
