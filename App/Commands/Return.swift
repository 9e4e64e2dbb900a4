import Domain
import Presentation

struct Return: Command {
    static let name = "return"

    var book = ""

    static var syntax: Syntax<Return> {
        Syntax(
            summary: "Takes back a book that was lent.",
            examples: ["return pride", "return k3jd"],
            operands: [.words("book", \.book)],
            notes: [Show.bookNote]
        )
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let loans = LoansViewModel(context: session.environment.context)
        guard let loan = await loans.takeBack(book) else { return try session.refused(loans.error) }
        session.console.say("\(loan.borrower) has returned \"\(loan.title)\".")
        session.print(loan)
        return .done
    }
}
