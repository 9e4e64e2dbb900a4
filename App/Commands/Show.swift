import Domain
import Presentation

struct Show: Command {
    static let name = "show"

    var book = ""

    static var syntax: Syntax<Show> {
        Syntax(
            summary: "Shows all that is known of a book.",
            examples: ["show pride", "show 9780141439518", "show k3jd --json"],
            operands: [.words("book", \.book)],
            notes: [bookNote]
        )
    }

    /// How a book is named, for the help of every command that takes one.
    static let bookNote = """
        <book> is an identifier, the beginning of one (four characters or more), an ISBN, or words of the title.
        Where several books fit, they are listed and nothing is done.
        """

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let environment = session.environment
        let detail = BookDetailViewModel(context: environment.context)
        await detail.open(book)
        guard let listing = detail.listing else { return try session.refused(detail.error) }
        session.printFields(listing)
        if session.console.appearance.isTerminal, !session.isJSON, !detail.loans.isEmpty {
            session.console.print()
            session.print(detail.loans)
        }
        return .done
    }
}
