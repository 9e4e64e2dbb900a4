import Domain
import Presentation
import Testing

@testable import App

/// The rows of loans and people, and of a book that is lent.
struct LoanRowTests {
    private static let day = Day(daysSince1970: 20_788)

    private static func loan(of book: Book) throws -> Loan {
        try Loan(id: Loan.ID(bits: 2), book: book.id, borrower: Borrower.ID(bits: 3), lent: day, due: day)
    }

    @Test func theNamesOfTheColumnsAreThoseOfTheDescription() {
        #expect(
            Row<Book>.fieldNames.joined(separator: " ")
                == "id title authors isbn status rating favorite shelves added finished lentTo due")
        #expect(
            LoanListing.fieldNames.joined(separator: " ") == "id bookID title borrower lent due returned overdue")
        #expect(PeopleViewModel.Row.fieldNames == ["id", "name", "booksOut"])
    }

    @MainActor
    @Test(arguments: 1...120)
    func aTableFitsAnyWidthAndTearsNoTitle(width: Int) throws {
        let book = try book(1, "The Left Hand of Darkness", by: "Ursula K. Le Guin", added: Self.day) {
            $0.status = .abandoned
            $0.rating = Rating(5)
        }
        let name = "Ana Maria Silva"
        let listing = Row(book, derived: BookHolder(name: name, due: Self.day))
        let loan = LoanListing(loan: try Self.loan(of: book), title: book.title, borrower: name, isOverdue: true)
        let person = PeopleViewModel.Row(borrower: try Borrower(id: Borrower.ID(bits: 3), name: name), booksOut: 1)
        expectFit(listing, width: width)
        expectFit(loan, width: width)
        expectFit(person, width: width)
        if width == 40 {
            #expect(
                printed(Console.Appearance(isTerminal: true, width: width)) { $0.print([listing]) } == """
                    id            title              lent to
                    000000000001  The Left Hand of…  Ana Ma…

                    """)
        }
    }

    @MainActor
    @Test func peopleSeeSomeFieldsOfABookAndALoan() throws {
        let book = try book(1, "Good Omens", by: "T. P.", "N. G.", added: Self.day) {
            $0.status = .read
            $0.rating = Rating(3)
        }
        let loan = LoanListing(loan: try Self.loan(of: book), title: "Good Omens", borrower: "Ana", isOverdue: true)
        let appearance = Console.Appearance(isTerminal: true, width: 100)
        #expect(
            printed(appearance) { $0.print([Row(book, derived: BookHolder(name: "Ana", due: Self.day))]) }
                == """
                id            title       authors       status  rating  lent to
                000000000001  Good Omens  T. P., N. G.  read    ★★★     Ana

                """)
        #expect(
            printed(appearance) { $0.print([loan]) } == """
                title       borrower  lent        due         overdue  book
                Good Omens  Ana       2026-12-01  2026-12-01  overdue  000000000001

                """)
    }
}
