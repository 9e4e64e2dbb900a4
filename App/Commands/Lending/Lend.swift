import Domain

struct Lend: LibraryCommand {
    var book = ""
    var person = ""
    var term: LoanTerm?

    static var syntax: Syntax<Lend> {
        Syntax(
            summary: "Lends a book to a person.",
            examples: ["lend pride --to Ana", "lend dune --to Ana --days 14", "lend k3jd --to Ana --due 2030-12-31"],
            operands: [.words("book", \.book, .library(.booksAtHome))],
            options: [
                .value(
                    "to", .text("<person>").completed(by: .library(.people)), \.person, "who borrows it",
                    isRequired: true),
                .value("days", ValueReader.loanPeriod.map(LoanTerm.days), \.term, "how many days to lend it"),
                .value("due", ValueReader.day.map(LoanTerm.until), \.term, "the day it is due"),
            ],
            exclusive: [["days", "due"]], rows: LoanListing.self,
            notes: [
                "Without --days or --due, the loan lasts for the number of days in the setting loan-days.",
                FieldOptions<Book>.dayNote, Book.words.naming,
            ])
    }

    func run(_ context: UseCaseContext, in session: AppSession) async throws(LibraryError) -> ExitStatus {
        let book = try await session.call(FindEntity<Book>.self, try await FindEntity<Book>(context)(book))
        let lendBook = LendBook(context, preferences: session.environment.preferences)
        let loan = try await session.call(LendBook.self, try await lendBook([book.id], to: person, for: term)[0])
        session.console.say("Lent \"\(loan.title)\" to \(loan.borrower) until \(loan.loan.due).")
        session.console.print(loan)
        return .done
    }
}
