import Domain
import Presentation

struct Edit: LibraryCommand {
    var book = ""
    /// A file with a list of books to change instead; `-` is standard input.
    var list: String?
    var isConfirmed = false
    var options = BookOptions()

    static var syntax: Syntax<Edit> {
        Syntax(
            summary: "Changes the given fields of a book, or of each book of a list.",
            examples: [
                "edit pride --status read --rating 5",
                "edit dune --title \"Dune Messiah\" --no-isbn",
                "edit k3jd --shelf Holidays --remove-shelf Office",
                "list --shelf old --json | \(Bookshelf.name) edit --from - --remove-shelf old --yes",
            ],
            operands: [.words("book", \.book, .library(.books), isRequired: false)],
            options: ([BookOptions.setting(.title)] + BookOptions.settingBooks + BookOptions.removing).map {
                $0.within(\.options)
            } + [
                .value("from", .file("<file>"), \.list, "change each book of this list"),
                .flag("yes", \.isConfirmed, "don't ask about the list"),
            ],
            exclusive: BookOptions.exclusive,
            rows: BookListing.self,
            notes: [
                """
                --author replaces all authors.
                A change of status fills in a missing day: --status read sets the finish day to today; --status reading
                sets the start day to today, unless the book has a finish day, because then you are reading it again.
                A finish day makes the status read, and a start day makes to-read into reading, unless you name another.
                """,
                """
                --from takes the output of list, with --json or in a pipe, or identifiers, one on a line; - is standard
                input. All these books are changed, or none; undo takes them back together. On a terminal the command
                shows them and asks; elsewhere, and for a list in standard input, it needs --yes.
                """, BookOptions.dayNote, Show.bookNote,
            ])
    }

    func check() throws(UsageError.Reason) {
        if list == nil, book.isEmpty { throw .missingOperand("<book>") }
        if list != nil, !book.isEmpty { throw .exclusive("--from", "<book>") }
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let context = session.environment.context
        guard let list else { return try await mapError(CommandError.library, try await run(context, in: session)) }
        let rows = try await mapError(CommandError.file, try PrintedRows(NamedFile(name: list), firstField: "id"))
        let all = try await mapError(
            CommandError.library, try await context.library.page(BookQuery(), folding: context.folding).rows)
        let books = try await mapError(CommandError.file, try rows.named(of: Array(all), "book"))
        return try await mapError(
            CommandError.library, try await session.edit(books, options, asks: !isConfirmed, needsYes: true))
    }

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        let before = try await session.call(FindEntity<Book>.self, try await FindEntity<Book>(context)(book))
        var draft = before.draft
        let today = context.today()
        for (field, text) in try options.write(to: &draft, today: today, folding: context.folding) {
            let lacks = field == .shelves ? "is not on a" : "has no"
            session.console.warn("The book \(lacks) \(field.option) \"\(text)\".")
        }
        let after = try await session.call(
            EditBook.self,
            try await EditBook(context)(before.id, chosen: options.chosen) { draft throws(LibraryError) in
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

extension Session {
    /// Makes the same changes to all of these books, or to none; says how many have changed, and prints all for programs.
    /// If it `asks`, people may refuse. Where no one can be asked, it is refused if it `needsYes`.
    @MainActor
    func edit(
        _ books: [BookListing], _ options: BookOptions, asks: Bool, needsYes: Bool = false
    ) async throws(LibraryError) -> ExitStatus {
        let (context, number) = (environment.context, books.count.counting("book"))
        let refusal = needsYes ? "nothing was changed; with --yes this would change \(number):" : nil
        let names = books.compactMap(\.book).map(\.identified).shortened
        guard
            books.isEmpty
                || console.confirms(!asks, "Change \(number)?", about: names, done: "changed", refusal: refusal)
        else { return .refused }
        let edited = try await call(
            EditBook.self,
            try await EditBook(context)(books.map(\.id), chosen: options.chosen) { draft throws(LibraryError) in
                try options.write(to: &draft, today: context.today(), folding: context.folding)
            })
        console.say("Changed \(zip(books, edited).count { $0.book != $1 }) of \(number).")
        console.print(changed: zip(books, edited).map { BookListing(book: $1, holder: $0.holder) })
        return .done
    }
}
