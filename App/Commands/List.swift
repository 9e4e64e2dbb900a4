import Domain
import Presentation

struct List: LibraryCommand {
    var query = BookQuery()
    var sort: BookSort?

    static var syntax: Syntax<List> {
        Syntax(
            summary: "Lists all books, or those with every given word somewhere in the title, authors or shelves.",
            examples: [
                "list",
                "list garcia marquez",
                "list --status reading --sort author",
                "list --shelf \"Science fiction\" --favorites --json",
            ],
            operands: [.words("text", \.query.text, isRequired: false)],
            options: [
                .value("status", .status, \.query.status, ReadingStatus.allCases.map(\.rawValue).alternatives),
                .value("shelf", .name("<name>"), \.query.shelf, "only books on this shelf"),
                .value("author", .name("<name>"), \.query.author, "only books by an author whose name has these words"),
                .flag("favorites", \.query.favoritesOnly, "only favourites"),
                .flag("lent", \.query.lentOnly, "only books that are lent"),
                .value("sort", .word("<key>"), \.sort, BookSort.allCases.map(\.rawValue).alternatives),
                .flag("reverse", \.query.isReversed, "in reverse order"),
                .value("limit", .count, \.query.limit, "print at most this many books"),
                .value("offset", .count, \.query.offset, "skip this many books first"),
            ],
            notes: ["Case and accents don't matter. In a pipe or file, each book is a line of tab-separated values."])
    }

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        let list = model(context)
        try await session.load(list.content)
        show(list, in: session)
        return .done
    }

    /// The list that the arguments ask for.
    @MainActor
    func model(_ context: UseCaseContext) -> BookListViewModel {
        let list = BookListViewModel(context: context, query: query)
        if let sort { list.sort = sort }
        return list
    }

    /// Prints the list as it is now.
    @MainActor
    func show(_ list: BookListViewModel, in session: Session) {
        session.console.print(list.rows)
        if let message = message(on: list) { session.console.say(message) }
    }

    /// A message if there are no rows, or more than are shown.
    @MainActor
    private func message(on list: BookListViewModel) -> String? {
        if list.total == 0 {
            return query == BookQuery()
                ? "The library is empty: see \"\(Bookshelf.name) help add\"." : "No books found."
        }
        return list.rows.count < list.total ? "\(list.rows.count) of \(list.total) books." : nil
    }
}
