import Data
import Domain
import Presentation

struct List: LibraryCommand {
    var query = BookQuery()
    var added: ChosenPeriod?
    var finished: ChosenPeriod?
    var detail: BookDetail?
    var sort: BookSort?
    /// The columns to print, in order; empty for the usual ones.
    var columns: [String] = []

    static var syntax: Syntax<List> {
        Syntax(
            summary: "Lists all books, or those with every given word somewhere in the title, authors or shelves.",
            examples: [
                "list",
                "list garcia marquez",
                "list --status reading --sort author",
                "list --finished 2026 --rating 4..5 --columns title,authors,finished",
                "list --shelf \"Science fiction\" --favorites --json",
            ],
            operands: [.words("text", \.query.text, isRequired: false)],
            options: [
                .values("status", .status, \.query.statuses, ReadingStatus.allCases.map(\.rawValue).alternatives),
                .value(
                    "shelf", .name("<name>").completed(by: .library(.names(of: .shelves))), \.query.shelf,
                    "only books on this shelf"),
                .value(
                    "author", .name("<name>").completed(by: .library(.names(of: .authors))), \.query.author,
                    "only books by an author whose name has these words"),
                .flag("favorites", \.query.favoritesOnly, "only favourites"),
                .flag("lent", \.query.lentOnly, "only books that are lent"),
                .value("rating", .ratings, \.query.ratings, "only books with this rating"),
                .value("added", .when, \.added, "only books added in this period"),
                .value("finished", .when, \.finished, "only books finished in this period"),
                .value("detail", .detail, \.detail, "only books with these words in a detail, such as Series=Dune"),
                .value("sort", .word("<key>"), \.sort, BookSort.allCases.map(\.rawValue).alternatives),
                .flag("reverse", \.query.isReversed, "in reverse order"),
                .value("limit", .count, \.query.limit, "print at most this many books"),
                .value("offset", .count, \.query.offset, "skip this many books first"),
                .value(
                    "columns", .names.completed(by: .after(",", .words(BookListing.allFieldNames))), \.columns,
                    "print only these fields"),
            ],
            exclusive: [["columns", "json"]],
            rows: BookListing.self,
            notes: ["Case and accents don't matter.", queryNote])
    }

    static let queryNote = """
        <when> is a year, a month or a day (2026, 2026-05, today, yesterday); a range of these (2025-07..2026), which
        includes both ends and may lack either (2026..); or the word none, which finds books without such a day.
        --columns takes fields in the output of --json and names of details, separated by commas; case doesn't matter.
        """

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        var lean = self
        lean.query.acceptsSummaries = !session.console.appearance.isJSON && columns.allSatisfy(isInSummaries)
        let list = lean.model(context, session.environment.preferences)
        try await session.load(list.content)
        show(list, in: session)
        return .done
    }

    private func isInSummaries(_ column: String) -> Bool {
        (BookField.allCases.filter(\.isInSummaries).map(\.rawValue) + BookListing.ownFieldNames)
            .contains { $0.lowercased() == column.lowercased() }
    }

    /// The list that the arguments ask for.
    @MainActor
    func model(_ context: UseCaseContext, _ preferences: any PreferencesRepository) -> BookListViewModel {
        var query = query
        query.added = added?.filter(today: context.today)
        query.finished = finished?.filter(today: context.today)
        if let detail { query.details[detail.name] = detail.text }
        let list = BookListViewModel(context: context, preferences: preferences, query: query)
        if let sort { list.sort = sort }
        return list
    }

    /// Prints the list as it is now, or its beginning of at most `limit` books.
    @MainActor
    func show(_ list: BookListViewModel, in session: Session, limit: Int = .max) {
        let rows = list.rows.count > limit ? Array(list.rows.prefix(limit)) : list.rows
        session.console.print(rows, columns: columns)
        for name in columns.compactMap({ DetailName($0) }) where !name.isFieldName && !list.rows.isEmpty {
            if list.rows.allSatisfy({ $0.draft.details[name] == nil }) {
                session.console.warn("No listed book has a field or detail \"\(name)\".")
            }
        }
        if let message = message(on: list, showing: rows.count) { session.console.say(message) }
    }

    /// A message if there are no rows, or more than are shown.
    @MainActor
    private func message(on list: BookListViewModel, showing count: Int) -> String? {
        if list.total == 0 {
            let all = BookQuery {
                $0.sort = list.query.sort
                $0.acceptsSummaries = list.query.acceptsSummaries
            }
            return list.query == all
                ? "The library is empty: see \"\(Bookshelf.name) help add\"." : "No books found."
        }
        return count < list.total ? "\(count) of \(list.total) books." : nil
    }
}
