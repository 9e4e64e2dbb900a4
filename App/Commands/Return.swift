import Domain
import Presentation

struct Return: Command {
    static let name = "return"

    var book = ""

    static var syntax: Syntax<Return> {
        Syntax(
            "Takes a lent book back.",
            examples: ["return pride", "return k3jd"],
            operands: [.words("book", \.book)],
            notes: [Show.bookNote]
        )
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let loans = LoansViewModel(session.environment)
        guard let loan = await loans.takeBack(book) else { return try session.refused(loans.error) }
        session.console.say("\(loan.borrower) has returned \"\(loan.title)\".")
        session.print(loan)
        return .done
    }
}
