import Domain
import Presentation

struct Edit: LibraryCommand {
    var book = ""
    var title: String?
    var details = BookDetails()
    var removedShelves: [String] = []
    var takesISBN = false
    var takesRating = false

    static var syntax: Syntax<Edit> {
        Syntax(
            summary: "Changes what the options name. With --status read, the finish day is set to today.",
            examples: [
                "edit pride --status read --rating 5",
                "edit dune --title \"Dune Messiah\" --no-isbn",
                "edit k3jd --shelf Holidays --remove-shelf Office",
            ],
            operands: [.words("book", \.book)],
            options: [.value("title", .text("<title>"), \.title, "the title")]
                + BookDetails.syntax.map { $0.within(\.details) } + [
                    .flag("no-isbn", \.takesISBN, "remove the ISBN"),
                    .flag("no-rating", \.takesRating, "remove the rating"),
                    .flag("no-favorite", false, \.details.isFavorite, "no longer a favourite"),
                    .values("remove-shelf", .name("<name>"), \.removedShelves, "a shelf to take the book off"),
                ],
            exclusive: [["isbn", "no-isbn"], ["rating", "no-rating"], ["favorite", "no-favorite"]],
            notes: ["--author replaces all authors.", Show.bookNote])
    }

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        let before = try await FindBook(context)(book)
        var draft = before.draft
        for shelf in removedShelves where !draft.removeShelf(shelf, folding: context.folding) {
            session.console.warn("The book is not on a shelf \"\(shelf)\".")
        }
        let after = try await EditBook(context)(before.id) { write(to: &$0, folding: context.folding) }
        session.console.say(after == before ? "\(after.quoted) stays as it was." : "Changed \(after.quoted).")
        session.console.print(try await context.library.snapshot().listing(of: after.id) ?? BookListing(book: after))
        return .done
    }

    private func write(to draft: inout BookDraft, folding: TextFolding) {
        if let title { draft.title = title }
        if takesISBN { draft.isbn = nil }
        if takesRating { draft.rating = nil }
        for shelf in removedShelves { draft.removeShelf(shelf, folding: folding) }
        details.write(to: &draft, folding: folding)
    }
}
