import Domain
import Presentation

struct Edit: LibraryCommand {
    var book = ""
    var options = BookOptions()

    static var syntax: Syntax<Edit> {
        Syntax(
            summary: "Changes the given fields of a book.",
            examples: [
                "edit pride --status read --rating 5",
                "edit dune --title \"Dune Messiah\" --no-isbn",
                "edit k3jd --shelf Holidays --remove-shelf Office",
            ],
            operands: [.words("book", \.book, .library(.books))],
            options: ([BookOptions.setting(.title)] + BookOptions.setting + BookOptions.removing).map {
                $0.within(\.options)
            },
            exclusive: BookOptions.exclusive,
            rows: BookListing.self,
            notes: [
                """
                --author replaces all authors.
                A change of status fills in a missing day: --status read sets the finish day to today; --status reading
                sets the start day to today, unless the book has a finish day, because then you are reading it again.
                A finish day makes the status read, and a start day makes to-read into reading, unless you name another.
                """, BookOptions.dayNote, Show.bookNote,
            ])
    }

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        let before = try await session.call(FindBook.self, try await FindBook(context)(book))
        var draft = before.draft
        let today = context.today()
        for (field, text) in try options.write(to: &draft, today: today, folding: context.folding) {
            let lacks = field == .shelves ? "is not on a" : "has no"
            session.console.warn("The book \(lacks) \(field.option) \"\(text)\".")
        }
        let chosen = Set(options.given.keys).union(options.removed.keys)
        let after = try await session.call(
            EditBook.self,
            try await EditBook(context)(before.id, chosen: chosen) { draft throws(LibraryError) in
                try options.write(to: &draft, today: today, folding: context.folding)
            })
        session.console.say(after == before ? "\(after.quoted) stays as it was." : "Changed \(after.quoted).")
        if let stayed = stayedDay(from: before, to: after) { session.console.say(stayed) }
        let library = try await context.library.snapshot(for: .identifier("\(after.id)", of: Book.self))
        session.console.print(library.listing(of: after.id) ?? BookListing(book: after))
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
}
