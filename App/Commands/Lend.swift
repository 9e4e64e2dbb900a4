import Domain
import Presentation

struct Lend: Command {
    static let name = "lend"

    var book = ""
    var person = ""
    var period: LoanPeriod?
    var due: Day?

    static var syntax: Syntax<Lend> {
        Syntax(
            "Lends a book to somebody.",
            examples: ["lend pride --to Ana", "lend dune --to Ana --days 14", "lend k3jd --to Ana --due 2026-12-31"],
            operands: [.words("book", \.book)],
            options: [
                .required("to", .text("<person>"), \.person, "who takes it"),
                .value("days", .loanPeriod, \.period, "for how many days"),
                .value("due", .day, \.due, "until which day"),
            ],
            exclusive: [["days", "due"]],
            notes: ["Without --days and --due the setting loan-days counts.", Show.bookNote]
        )
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let loans = LoansViewModel(session.environment)
        let term = due.map(LoanTerm.until) ?? period.map(LoanTerm.days)
        guard let loan = await loans.lend(book, to: person, for: term) else { return try session.refused(loans.error) }
        session.console.say("Lent \"\(loan.title)\" to \(loan.borrower) until \(loan.loan.due).")
        session.print(loan)
        return .done
    }
}

extension LoansViewModel {
    convenience init(_ environment: AppEnvironment, query: LoanQuery = .open) {
        self.init(context: environment.context, query: query)
    }
}
