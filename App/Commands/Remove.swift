import Domain
import Presentation

struct Remove: Command {
    static let name = "remove"

    var books: [String] = []

    static var syntax: Syntax<Remove> {
        Syntax(
            summary: "Removes books from the library: all that are named, or, where one can't be removed, none.",
            examples: ["remove k3jd02mxe8qa", "remove \"war and peace\" \"dead souls\""],
            operands: [.oneOrMore("book", \.books)],
            notes: [Show.bookNote]
        )
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let environment = session.environment
        let list = BookListViewModel(context: environment.context)
        guard let removed = await list.remove(books) else { return try session.refused(list.error) }
        for book in removed { session.console.say("Removed \(book.quoted).") }
        if session.isJSON { session.print(removed.map { BookListing(book: $0) }) }
        return .done
    }
}
