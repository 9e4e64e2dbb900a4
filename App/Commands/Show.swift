import Domain
import Presentation

struct Show: LibraryCommand {
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

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        let detail = BookDetailViewModel(try await FindBook(context)(book).id, context: context)
        try await session.load(detail.content)
        guard let listing = detail.listing else { throw .book(.noSuchBook(book)) }
        session.printFields(listing)
        if session.console.appearance.isTerminal, !session.isJSON, !detail.loans.isEmpty {
            session.console.print()
            session.print(detail.loans)
        }
        return .done
    }
}
