import Domain
import Presentation

struct Loans: Command {
    static let name = "loans"

    var query = LoanQuery.open

    static var syntax: Syntax<Loans> {
        Syntax(
            "Lists the books that are lent, the earliest due first.",
            examples: ["loans", "loans --overdue", "loans --all --json"],
            options: [
                .flag("all", .all, \.query, "also those that came back"),
                .flag("overdue", .overdue, \.query, "only those that should be back by now"),
            ],
            exclusive: [["all", "overdue"]]
        )
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let loans = LoansViewModel(session.environment, query: query)
        await loans.load()
        try session.check(loans.error)
        session.print(loans.rows)
        if loans.rows.isEmpty { session.console.say(query == .overdue ? "Nothing is overdue." : "Nothing is lent.") }
        return .done
    }
}
