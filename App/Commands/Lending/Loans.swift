import Domain
import Presentation

struct Loans: LibraryCommand {
    var query = LoanQuery.open

    static var syntax: Syntax<Loans> {
        Syntax(
            summary: "Lists the books that are lent, the earliest due first.",
            examples: ["loans", "loans --overdue", "loans --all --json"],
            options: [
                .flag("all", .all, \.query, "also books that were returned"),
                .flag("overdue", .overdue, \.query, "only overdue books"),
            ],
            exclusive: [["all", "overdue"]], rows: LoanListing.self)
    }

    func run(_ context: UseCaseContext, in session: AppSession) async throws(LibraryError) -> ExitStatus {
        let loans = LoansViewModel(context: context, preferences: session.environment.preferences, query: query)
        try await session.load(loans.content)
        session.console.print(loans.rows)
        if loans.rows.isEmpty { session.console.say(query == .overdue ? "Nothing is overdue." : "Nothing is lent.") }
        return .done
    }
}

extension IncompleteEntities {
    static let loans = IncompleteEntities(name: "incompleteLoans") { library in
        library.incompleteLoans.map { loan in
            let parts = "the book \(loan.book) and the person \(loan.borrower)"
            return ("\(loan.id)", "the loan \(loan.id) names \(parts), but the library lacks one or both")
        }
    }
}
