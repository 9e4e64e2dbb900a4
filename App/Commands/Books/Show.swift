import Domain
import Presentation

struct Show: LibraryCommand {
    var book = ""

    static var syntax: Syntax<Show> {
        Syntax(
            summary: "Shows all fields of a book and, on a terminal, its loans.",
            examples: ["show pride", "show 9780141439518", "show k3jd --json"],
            operands: [.words("book", \.book, .library(.books))],
            notes: [bookNote, fieldsNote])
    }

    /// How to name a book, for the help of every command that takes one.
    static let bookNote = """
        <book> is an identifier or its beginning (four characters or more), an ISBN, or words of title and authors.
        A whole identifier or ISBN comes first, then a whole title, then all else that matches.
        If several books match equally, they are listed and nothing is done.
        """

    /// For the help of commands that print one result.
    static let fieldsNote = "In a pipe or file, each line has the name of a field, a tab and its value."

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        let found = try await session.call(FindEntity<Book>.self, try await FindEntity<Book>(context)(book))
        let detail = BookDetailViewModel(found.id, context: context)
        try await session.load(detail.content)
        guard let listing = detail.listing else { throw .book(.noSuchBook(book)) }
        session.console.printFields(listing)
        if session.console.appearance.showsTables, !session.console.appearance.isJSON, !detail.loans.isEmpty {
            session.console.print()
            session.console.print(detail.loans)
        }
        return .done
    }
}
