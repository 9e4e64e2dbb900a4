import Data
import Domain
import Testing

/// Loans in lists of books.
struct ListedLoansTests {
    /// A column for each day of a loan, under any usual name.
    @Test(arguments: [
        ("Borrower,Date Lent,Date Due,Date Returned", "Ana,2024-01-02,2024-02-03,2024-02-01"),
        ("Lent to,Lent,Due,Returned", "Ana,2024-01-02,2024-02-03,2024-02-01"),
        ("On loan to,Loaned,Due date,Return Date", "Ana,2024-01-02,2024-02-03,2024-02-01"),
    ])
    func loansHaveTheirDays(columns: String, cells: String) throws {
        let book = try #require(try read("Title,Author,\(columns)\nT,A,\(cells)\n").books.first)
        #expect(
            book.loan
                == ImportedHolder(
                    to: "Ana", lent: Day("2024-01-02"), due: Day("2024-02-03"), returned: Day("2024-02-01")))
        #expect(book.draft.details.isEmpty)
    }

    /// Nothing is made up: the cells become details.
    @Test func whatCannotBeALoanIsKept() throws {
        let columns = "Title,Author,Borrower,Lent,Due,Returned\n"
        let list = try read(columns + "T,A,Ana,2024-02-03,2024-03-03,yes\nU,A,Ana,2024-06-01,2024-05-01,\n")
        #expect(list.books.map(\.loan) == [nil, ImportedHolder(to: "Ana", lent: Day("2024-06-01"))])
        #expect(
            list.drafts.map { $0.details.all.map(\.text) } == [
                ["Ana", "2024-02-03", "2024-03-03", "yes"], ["2024-05-01"],
            ])
        #expect(list.rows.map(\.warnings) == [[], [.wrongDueDay("2024-05-01")]])
    }

    /// The loan begins today then, and that is said.
    @Test func aDayThatCannotBeReadIsNamed() throws {
        let list = try read("Title,Author,Lent to,Loan date,Returned\nT,A,Bob,last summer,no\n")
        #expect(list.books.map(\.loan) == [ImportedHolder(to: "Bob")])
        #expect(list.rows.map(\.warnings) == [[.wrongDay("last summer")]])
    }
}
