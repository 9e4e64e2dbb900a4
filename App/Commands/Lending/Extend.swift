import Domain

struct Extend: LibraryCommand {
    var book = ""
    var term: LoanTerm?

    static var syntax: Syntax<Extend> {
        Syntax(
            summary: "Adds days to a loan: to the day on which the book is due, or to today if it is overdue.",
            examples: ["extend pride", "extend dune --days 14", "extend k3jd --due 2030-12-31"],
            operands: [.words("book", \.book, .library(.lentBooks))],
            options: [
                .value("days", ValueReader.loanPeriod.map(LoanTerm.days), \.term, "how many days to add"),
                .value("due", ValueReader.day.map(LoanTerm.until), \.term, "the day it is due"),
            ],
            exclusive: [["days", "due"]], rows: LoanListing.self,
            notes: [
                "Without either, it adds those in the setting loan-days.", FieldOptions<Book>.dayNote,
                Book.words.naming,
            ])
    }

    func run(_ context: UseCaseContext, in session: AppSession) async throws(LibraryError) -> ExitStatus {
        let book = try await session.call(FindEntity<Book>.self, try await FindEntity<Book>(context)(book))
        let extend = ExtendLoan(context, preferences: session.environment.preferences)
        let loan = try await session.call(ExtendLoan.self, try await extend([book.id], for: term)[0])
        session.console.say("\(loan.borrower) can keep \"\(loan.title)\" until \(loan.loan.due).")
        session.console.print(loan)
        return .done
    }
}
