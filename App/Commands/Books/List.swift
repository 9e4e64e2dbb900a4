import Data
import Domain
import Presentation

struct List: Command {
    var query = BookQuery()
    var added: [ValueFilter<ChosenDay>] = []
    var finished: [ValueFilter<ChosenDay>] = []
    var due: [ValueFilter<ChosenDay>] = []
    /// The words of `--where` that are no conditions.
    var words = ""
    var sort: BookSort?
    /// The columns to print, in order; empty for the usual ones.
    var columns: [String] = []

    static var syntax: Syntax<List> {
        Syntax(
            summary: "Lists all books, or those with every given word somewhere in the title, authors or shelves.",
            examples: [
                "list",
                "list garcia marquez",
                "list --status reading --sort surname",
                "list penguin --in notes,details",
                "list --finished 2026 --rating 4.. --columns title,authors,finished",
                "list --shelf \"Science fiction\" --shelf Holidays --favorites",
                "list --rating none --json --columns id,title",
                "list --where 'status:read rating:4.. shelf:\"Science fiction\"'",
            ],
            operands: [.words("text", \.query.text, isRequired: false)],
            options: [
                .value(
                    "in", .some(of: BookField.searchable, "<field>,…|all"), \.query.fields,
                    "look for the words in these fields, and show where they are"),
                .words("where", conditions, "only books with these words and conditions") { $0.words = $1 },
            ] + conditionOptions + [
                .value("sort", .word("<key>"), \.sort, BookSort.allCases.map(\.rawValue).alternatives),
                .flag("reverse", \.query.isReversed, "in reverse order"),
                .value("limit", .count, \.query.limit, "print at most this many books"),
                .value("offset", .count, \.query.offset, "skip this many books first"),
                .value(
                    "columns", .names.completed(by: .after(",", .words(BookListing.allFieldNames))), \.columns,
                    "print only these fields"),
            ],
            rows: BookListing.self,
            notes: ["Case and accents don't matter.", queryNote])
    }

    static let queryNote = """
        <when> is a year, a month or a day (2026, 2026-05, today, yesterday); a range of these (2025-07..2026), which
        includes both ends and may lack either (2026..); or the word none, which finds books without such a day.
        A period can also be before or after another (<2026, >2026-05). A range of ratings may lack an end, too (4.., ..2).
        Several --shelf, --author, --detail, --rating, --added or --finished must all apply.
        --where takes words and conditions such as rating:4.., named like the options, and besides due:<when>,
        borrower:<name>, title:<text>, isbn:<text> and notes:<text>; is:favorites, is:lent and is:overdue. A value with
        spaces stands in quotation marks (shelf:"Science fiction"), and so does a word with a colon.
        --in takes \(BookField.searchable.map(\.rawValue).joined(separator: ", ")) or all; the field found, which only such
        a list has, says where the words are.
        --columns takes fields in the output of --json and names of details, separated by commas; case doesn't matter. With
        --json, it chooses the members.
        """

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        var lean = self
        let hasAllFields = columns.isEmpty && session.console.appearance.isJSON
        lean.query.acceptsSummaries = !hasAllFields && columns.allSatisfy(isInSummaries)
        let list = lean.model(session.environment.context, session.environment.preferences)
        try await load(list, for: "list", in: session)
        show(list, in: session)
        return .done
    }

    /// Loads the list. Throws a usage error for a column that is neither a field nor a detail of any book in the library.
    /// An empty library takes any name.
    @MainActor
    func load(_ list: BookListViewModel, for command: String, in session: Session) async throws(CommandError) {
        try await mapError(CommandError.library, try await session.load(list.content))
        if BookListing.unknown(columns, in: list.rows) == nil { return }
        let library = session.environment.library
        let books = try await mapError(CommandError.library, try await library.books.all())
        if !books.isEmpty, let reason = BookListing.unknown(columns, in: books.map { BookListing(book: $0) }) {
            throw .usage(UsageError(reason: reason, path: [Bookshelf.name, command]))
        }
    }

    private func isInSummaries(_ column: String) -> Bool {
        (BookField.allCases.filter(\.isInSummaries).map(\.rawValue) + BookListing.ownFieldNames)
            .contains { $0.lowercased() == column.lowercased() }
    }

    /// The list that the arguments ask for.
    @MainActor
    func model(_ context: UseCaseContext, _ preferences: any PreferencesRepository) -> BookListViewModel {
        let list = BookListViewModel(
            context: context, preferences: preferences, query: query(today: context.today))
        if let sort { list.sort = sort }
        return list
    }

    /// Prints the list as it is now, or its beginning of at most `limit` books.
    @MainActor
    func show(_ list: BookListViewModel, in session: Session, limit: Int = .max) {
        let rows = Array(list.rows.prefix(limit))
        session.console.print(rows, columns: columns)
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

extension List {
    /// The options that say which books to list.
    static var conditionOptions: [OptionSyntax<List>] {
        [
            .values("status", .status, \.query.statuses, ReadingStatus.allCases.map(\.rawValue).alternatives),
            .values(
                "shelf", .name("<name>").completed(by: .library(.names(of: .shelves))), \.query.shelves,
                "only books on this shelf"),
            .values(
                "author", .name("<name>").completed(by: .library(.names(of: .authors))), \.query.authors,
                "only books by an author whose name has these words"),
            .flag("favorites", \.query.favoritesOnly, "only favourites"),
            .flag("lent", \.query.lentOnly, "only books that are lent"),
            .values("rating", .ratings, \.query.ratings, "only books with this rating"),
            .values("added", .when, \.added, "only books added in this period"),
            .values("finished", .when, \.finished, "only books finished in this period"),
            .values(
                "detail", .detail, \.query.details, "only books with these words in a detail, such as Series=Dune"),
        ]
    }

    /// The conditions of `--where` and of the search in the full-screen view: those of the options, and others.
    static var conditions: Conditions<List> {
        let words = [BookField.title, .isbn, .notes].map { field in
            OptionSyntax<List>(name: field.rawValue, valueName: "<text>", summary: "") { list, text throws(BadValue) in
                let text = try ValueReader<String>.name("<text>").read(text)
                list.query.words[field, default: ""] += " " + text
            }
        }
        let others: [OptionSyntax<List>] = [
            .values("due", .when, \.due, ""),
            .values("borrower", .name("<name>").completed(by: .library(.people)), \.query.holders, ""),
            OptionSyntax(name: "overdue", valueName: nil, summary: "") { list, _ in
                list.due.append(.within(from: nil, through: .daysAgo(1)))
            },
        ]
        return Conditions(conditionOptions + words + others)
    }

    /// What a query asks for whose text has conditions, and a sentence that says why one of them has no effect. Titles come
    /// first, borrowers are found by their names, and a text that is an ISBN finds its book.
    static func search(_ query: BookQuery, today: () -> Day) -> (query: BookQuery, problem: String?) {
        var list = List()
        list.query = query
        let reading = conditions.read(query.text, into: &list)
        list.query.text = reading.words.joined(separator: " ")
        list.query.hasTitlesFirst = true
        list.query.findsHolders = true
        if query.fields.isEmpty, (try? ISBN(list.query.text)) != nil { list.query.fields = [.isbn] }
        let meant = reading.unknown.lazy.compactMap { name in conditions.suggestion(for: name).map { (name, $0) } }
            .first
        let problem = reading.complaint ?? meant.map { "\($0): is looked for as a word. Did you mean \($1)?" }
        return (list.query(today: today), problem)
    }

    /// The query that the arguments ask for.
    func query(today: () -> Day) -> BookQuery {
        var query = query
        query.text = [query.text, words].filter { !$0.isEmpty }.joined(separator: " ")
        query.added += added.map { $0.map { $0.day(ifToday: today()) } }
        query.finished += finished.map { $0.map { $0.day(ifToday: today()) } }
        query.due += due.map { $0.map { $0.day(ifToday: today()) } }
        return query
    }
}
