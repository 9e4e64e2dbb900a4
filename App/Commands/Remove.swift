import Domain
import Presentation

struct Remove: LibraryCommand {
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

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        var ids: [Book.ID] = []
        for book in books { ids.append(try await FindBook(context)(book).id) }
        let removed = try await RemoveBooks(context)(ids)
        for book in removed { session.console.say("Removed \(book.quoted).") }
        if session.isJSON { session.print(removed.map { BookListing(book: $0) }) }
        return .done
    }
}
