import Domain
import Presentation

struct Remove: LibraryCommand {
    var books: [String] = []

    static var syntax: Syntax<Remove> {
        Syntax(
            summary: "Removes books: all of those named, or none if one of them can't be removed.",
            examples: ["remove k3jd02mxe8qa", "remove \"war and peace\" \"dead souls\""],
            operands: [.oneOrMore("book", \.books)],
            notes: [Show.bookNote])
    }

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        var ids: [Book.ID] = []
        for book in books { ids.append(try await FindBook(context)(book).id) }
        let removed = try await RemoveBooks(context)(ids)
        for book in removed { session.console.say("Removed \(book.quoted).") }
        if session.console.appearance.isJSON { session.console.print(removed.map { BookListing(book: $0) }) }
        return .done
    }
}
