import Domain
import Presentation

struct Add: LibraryCommand {
    var title: String?
    var options = BookOptions()

    static var syntax: Syntax<Add> {
        Syntax(
            summary: "Adds a book. With an ISBN, the title and authors can be left out: they are looked up.",
            examples: [
                "add \"Pride and Prejudice\" --author \"Jane Austen\"",
                "add Dune --author \"Frank Herbert\" --isbn 978-0-441-17271-9 --status reading --shelf Holidays",
                "add --isbn 978-0-441-17271-9",
                "add \"Dead Souls\" --author \"Nikolai Gogol\" --status read --finished 2026-03-01",
                "add Emma --author \"Jane Austen\" --detail Publisher=Penguin --notes \"A gift\"",
                "add \"Good Omens\" --author \"Terry Pratchett\" --author \"Neil Gaiman\" --rating 5 --favorite",
            ],
            operands: [.optional("title", .text("<title>"), \.title)],
            options: BookOptions.settingBooks.map { $0.within(\.options) },
            rows: BookListing.self,
            notes: [
                "If the library has a book with this title and these authors, a warning names it.", BookOptions.dayNote,
            ])
    }

    func check() throws(UsageError.Reason) {
        if options.given[.isbn] != nil { return }
        if title == nil { throw .missingOperand("<title>") }
        if options.given[.authors] == nil { throw .missingOption("--author", valueName: "<name>") }
    }

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        var draft = BookDraft()
        draft.title = title ?? ""
        try options.write(to: &draft, today: context.today(), folding: context.folding)
        if draft.isbn != nil {
            let lookUp = LookUpBook(context, catalog: session.environment.catalog)
            draft = try await session.call(LookUpBook.self, try await lookUp(draft))
        }
        let addBook = AddBook(context)
        let twins = try await session.call(AddBook.self, try await addBook.twins(of: draft), "twins")
        let book = try await session.call(AddBook.self, try await addBook(draft, chosen: options.chosen))
        session.console.say("Added \(book.identified).")
        for twin in twins { session.console.warn("The library already had \(twin.identified).") }
        session.console.print(BookListing(book: book))
        return .done
    }
}
