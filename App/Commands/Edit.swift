import Domain
import Presentation

struct Edit: Command {
    static let name = "edit"

    var book = ""
    var title: String?
    var details = BookDetails()
    var removedShelves: [String] = []
    var takesISBN = false
    var takesRating = false

    static var syntax: Syntax<Edit> {
        Syntax(
            summary: "Changes a book. What is not named stays; a book that becomes read was finished today.",
            examples: [
                "edit pride --status read --rating 5",
                "edit dune --title \"Dune Messiah\" --no-isbn",
                "edit k3jd --shelf Holidays --remove-shelf Office",
            ],
            operands: [.words("book", \.book)],
            options: [.value("title", .text("<title>"), \.title, "its title")]
                + BookDetails.syntax.map { $0.within(\.details) } + [
                    .flag("no-isbn", \.takesISBN, "forget its ISBN"),
                    .flag("no-rating", \.takesRating, "forget its rating"),
                    .flag("no-favorite", false, \.details.isFavorite, "it is no favourite any more"),
                    .values("remove-shelf", .name("<name>"), \.removedShelves, "a shelf to take it off"),
                ],
            exclusive: [["isbn", "no-isbn"], ["rating", "no-rating"], ["favorite", "no-favorite"]],
            notes: ["--author replaces all authors.", Show.bookNote]
        )
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let environment = session.environment
        let detail = BookDetailViewModel(context: environment.context)
        await detail.open(book)
        guard let listing = detail.listing else { return try session.refused(detail.error) }
        let editor = EditorViewModel(listing.book, context: environment.context)
        fillIn(editor, session.console)
        let isChanged = editor.isChanged
        guard let book = try await editor.saveOrThrow() else { return try session.refused(editor.error) }
        session.console.say(isChanged ? "Changed \(book.quoted)." : "\(book.quoted) stays as it was.")
        session.print(BookListing(book: book, lentTo: listing.lentTo, due: listing.due))
        return .done
    }

    @MainActor
    private func fillIn(_ editor: EditorViewModel, _ console: Console) {
        if let title { editor.form.title = title }
        if takesISBN { editor.form.isbn = "" }
        if takesRating { editor.form.rating = nil }
        for shelf in removedShelves where !editor.removeShelf(shelf) {
            console.warn("The book is not on a shelf \"\(shelf)\".")
        }
        details.fillIn(editor)
    }
}
