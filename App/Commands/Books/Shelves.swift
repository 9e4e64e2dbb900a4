import Domain

enum Shelves {
    static let commands = CommandGroup(
        name: "shelves", summary: "Lists, renames and removes shelves.",
        examples: ["shelves", "shelves rename Holidays Summer", "shelves remove Office"],
        list: ListShelves.self, rename: RenameShelf.self, remove: RemoveShelf.self)

    /// Moves all books of a shelf to another, or to none.
    @MainActor
    fileprivate static func move(
        _ shelf: String, to others: [String], asks: Bool, _ context: UseCaseContext, in session: AppSession
    ) async throws(LibraryError) -> ExitStatus {
        let books = try await context.library.page(
            BookQuery { $0.require(.shelves, .named(shelf)) }, folding: context.folding
        ).rows
        if books.isEmpty { throw .book(.noSuchShelf(shelf)) }
        let options = FieldOptions<Book>(given: others.isEmpty ? [:] : [.shelves: others], removed: [.shelves: [shelf]])
        return try await session.edit(Array(books), options, asks: asks)
    }
}

struct ListShelves: LibraryCommand {
    static var syntax: Syntax<ListShelves> {
        Syntax(
            summary: "Lists the shelves by name, with the number of books on each.",
            examples: ["shelves list", "shelves list --json"], rows: NamedCount.self)
    }

    func run(_ context: UseCaseContext, in session: AppSession) async throws(LibraryError) -> ExitStatus {
        let query = BookQuery { $0.shown = [.shelves] }
        let shelves = try await context.library.page(query, folding: context.folding).rows.shelves(context.folding)
        session.console.print(shelves.map { NamedCount(name: $0.name, count: $0.books) })
        if shelves.isEmpty { session.console.say("No book is on a shelf.") }
        return .done
    }
}

struct RenameShelf: LibraryCommand {
    var shelf = ""
    var newName = ""

    static var syntax: Syntax<RenameShelf> {
        Syntax(
            summary: "Gives a shelf another name. If there is a shelf of that name, the two become one.",
            examples: ["shelves rename Holidays Summer"],
            operands: [
                .one("shelf", \.shelf, .library(.names(in: .shelves, of: Book.self))),
                .one(
                    "new name", \.newName,
                    .name("<new name>").completed(by: .library(.names(in: .shelves, of: Book.self)))),
            ], rows: Row<Book>.self)
    }

    func run(_ context: UseCaseContext, in session: AppSession) async throws(LibraryError) -> ExitStatus {
        try await Shelves.move(shelf, to: [newName], asks: false, context, in: session)
    }
}

struct RemoveShelf: LibraryCommand {
    var shelf = ""
    var isConfirmed = false

    static var syntax: Syntax<RemoveShelf> {
        Syntax(
            summary: "Takes all books off a shelf. They stay in the library. On a terminal the command asks first.",
            examples: ["shelves remove Office"],
            operands: [.words("shelf", \.shelf, .library(.names(in: .shelves, of: Book.self)))],
            options: [.flag("yes", \.isConfirmed, "don't ask")], rows: Row<Book>.self)
    }

    func run(_ context: UseCaseContext, in session: AppSession) async throws(LibraryError) -> ExitStatus {
        try await Shelves.move(shelf, to: [], asks: !isConfirmed, context, in: session)
    }
}
