import Domain
import Presentation

struct Edit: LibraryCommand {
    var book = ""
    var title: String?
    var options = BookOptions()
    var removedShelves: [String] = []
    var removedDetails: [DetailName] = []
    var takesISBN = false
    var takesRating = false
    var takesStarted = false
    var takesFinished = false
    var takesNotes = false

    static var syntax: Syntax<Edit> {
        Syntax(
            summary: "Changes the given fields of a book.",
            examples: [
                "edit pride --status read --rating 5",
                "edit dune --title \"Dune Messiah\" --no-isbn",
                "edit k3jd --shelf Holidays --remove-shelf Office",
            ],
            operands: [.words("book", \.book, .library(.books))],
            options: [.value("title", .text("<title>"), \.title, "the title")]
                + BookOptions.syntax.map { $0.within(\.options) } + [
                    .flag("no-isbn", \.takesISBN, "remove the ISBN"),
                    .flag("no-rating", \.takesRating, "remove the rating"),
                    .flag("no-favorite", false, \.options.isFavorite, "no longer mark the book as a favourite"),
                    .values(
                        "remove-shelf", .name("<name>").completed(by: .library(.shelves)), \.removedShelves,
                        "a shelf to take the book off"),
                    .flag("no-started", \.takesStarted, "remove the day on which you began"),
                    .flag("no-finished", \.takesFinished, "remove the day on which you finished"),
                    .flag("no-notes", \.takesNotes, "remove the notes"),
                    .values("no-detail", .detailName, \.removedDetails, "a detail to remove"),
                ],
            exclusive: [
                ["isbn", "no-isbn"], ["rating", "no-rating"], ["favorite", "no-favorite"],
                ["started", "no-started"], ["finished", "no-finished"], ["notes", "no-notes"],
            ],
            rows: BookListing.self,
            notes: [
                """
                --author replaces all authors.
                A change of status fills in a missing day: --status read sets the finish day to today; --status reading
                sets the start day to today, unless the book has a finish day, because then you are reading it again.
                """, BookOptions.dayNote, Show.bookNote,
            ])
    }

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        let before = try await FindBook(context)(book)
        var draft = before.draft
        for name in removedDetails where draft.details[name] == nil {
            session.console.warn("The book has no detail \"\(name)\".")
        }
        for shelf in removedShelves where !draft.removeShelf(shelf, folding: context.folding) {
            session.console.warn("The book is not on a shelf \"\(shelf)\".")
        }
        let after = try await EditBook(context)(before.id, fillsIn: (!takesStarted, !takesFinished)) {
            write(to: &$0, in: context)
        }
        session.console.say(after == before ? "\(after.quoted) stays as it was." : "Changed \(after.quoted).")
        if let stayed = stayedDay(from: before, to: after) { session.console.say(stayed) }
        session.console.print(try await context.library.snapshot().listing(of: after.id) ?? BookListing(book: after))
        return .done
    }

    /// If a change of status filled in no day because the book already had one, a message that names that day.
    private func stayedDay(from before: Book, to after: Book) -> String? {
        guard after.status != before.status else { return nil }
        let finished = before.finished.flatMap { $0 == after.finished ? "It keeps the finish day \($0)." : nil }
        switch after.status {
        case .read: return finished
        case .reading:
            return before.started.flatMap { $0 == after.started ? "It keeps the start day \($0)." : nil } ?? finished
        case .toRead, .abandoned: return nil
        }
    }

    private func write(to draft: inout BookDraft, in context: UseCaseContext) {
        if let title { draft.title = title }
        if takesISBN { draft.isbn = nil }
        if takesRating { draft.rating = nil }
        if takesStarted { draft.started = nil }
        if takesFinished { draft.finished = nil }
        if takesNotes { draft.notes = nil }
        for name in removedDetails { draft.details[name] = nil }
        for shelf in removedShelves { draft.removeShelf(shelf, folding: context.folding) }
        options.write(to: &draft, in: context)
    }
}
