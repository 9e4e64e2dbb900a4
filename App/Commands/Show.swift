import Domain
import Presentation

struct Show: Command {
    static let name = "show"

    var book = ""

    static var syntax: Syntax<Show> {
        Syntax(
            "Shows all that is known of a book.",
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
        let detail = BookDetailViewModel(library: environment.library, context: environment.context)
        await detail.open(book)
        guard let listing = detail.listing else { return try session.refused(detail.error) }
        if session.isJSON {
            session.print(listing, as: .books)
        } else {
            session.console.printFields(fields(of: listing))
            if session.console.appearance.isTerminal, !detail.loans.isEmpty {
                session.console.print()
                Table.loans.print(detail.loans, to: session.console)
            }
        }
        return .done
    }

    private func fields(of listing: BookListing) -> [(String, String)] {
        let book = listing.book
        return [
            ("id", "\(book.id)"), ("title", book.title), ("authors", book.authors.joined(separator: "; ")),
            ("isbn", book.isbn.text), ("status", book.status.rawValue), ("rating", (book.rating?.stars).text),
            ("favorite", book.isFavorite ? "yes" : ""), ("shelves", book.shelves.joined(separator: "; ")),
            ("added", "\(book.added)"), ("finished", book.finished.text), ("lent to", listing.lentTo ?? ""),
            ("due", listing.due.text),
        ].filter { !$0.1.isEmpty }
    }
}
