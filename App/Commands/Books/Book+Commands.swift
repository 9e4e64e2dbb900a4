import Domain
import Presentation

extension Book: ListedEntity {
    static let words: EntityWords<Book> = {
        var words = EntityWords<Book>()
        words.add = .init(
            summary: "Adds a book. With an ISBN, the title and authors can be left out: they are looked up.",
            examples: [
                "add \"Pride and Prejudice\" --author \"Jane Austen\"",
                "add Dune --author \"Frank Herbert\" --isbn 978-0-441-17271-9 --status reading --shelf Holidays",
                "add --isbn 978-0-441-17271-9",
                "add \"Dead Souls\" --author \"Nikolai Gogol\" --status read --finished 2026-03-01",
                "add Emma --author \"Jane Austen\" --detail Publisher=Penguin --notes \"A gift\"",
                "add \"Good Omens\" --author \"Terry Pratchett\" --author \"Neil Gaiman\" --rating 5 --favorite",
            ],
            notes: ["If the library has a book with this title and these authors, a warning names it."])
        words.list = .init(
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
            ], notes: [queryNote])
        words.show = .init(
            summary: "Shows all fields of a book and, on a terminal, its loans.",
            examples: ["show pride", "show 9780141439518", "show k3jd --json"])
        words.edit = .init(
            summary: "Changes the given fields of a book, or of each book of a list.",
            examples: [
                "edit pride --status read --rating 5",
                "edit dune --title \"Dune Messiah\" --no-isbn",
                "edit k3jd --shelf Holidays --remove-shelf Office",
                "list --shelf old --json | \(Bookshelf.name) edit --from - --remove-shelf old --yes",
            ],
            notes: [
                """
                --author replaces all authors.
                A change of status fills in a missing day: --status read sets the finish day to today; --status reading
                sets the start day to today, unless the book has a finish day, because then you are reading it again.
                A finish day makes the status read, and a start day makes to-read into reading, unless you name another.
                """
            ])
        words.remove = .init(
            summary: "Removes books with their loans: all of those named, or none if one of them can't be removed.",
            examples: ["remove k3jd02mxe8qa", "remove \"war and peace\" \"dead souls\"", "remove gogol --yes"],
            notes: [yesNote])
        words.watch = .init(
            summary: "Prints what \"list\" prints, and prints it again after each change, until interrupted.",
            examples: ["watch", "watch --lent", "watch --status reading --json"])
        words.naming = """
            <book> is an identifier or its beginning (four characters or more), an ISBN, or words of title and authors.
            A whole identifier or ISBN comes first, then a whole title, then all else that matches.
            If several books match equally, they are listed and nothing is done.
            """
        return words
    }()

    private static let queryNote = """
        <when> is a year, a month or a day (2026, 2026-05, today, yesterday); a range of these (2025-07..2026), which
        includes both ends and may lack either (2026..); or the word none, which finds books without such a day.
        A period can also be before or after another (<2026, >2026-05). A range of ratings may lack an end, too (4.., ..2).
        Several --shelf, --author, --detail, --rating, --added or --finished must all apply.
        --where takes words and conditions such as rating:4.., named like the options, and besides started:<when>,
        due:<when>, borrower:<name>, title:<text>, isbn:<text> and notes:<text>; is:favorites, is:lent and is:overdue. A
        value with spaces stands in quotation marks (shelf:"Science fiction"), and so does a word with a colon.
        --in takes \(BookField.searchable.map(\.rawValue).joined(separator: ", ")) or all; the field found, which only such
        a list has, says where the words are.
        --columns takes fields in the output of --json and names of details, separated by commas; case doesn't matter. With
        --json, it chooses the members.
        """

    /// For the help of commands that ask about books.
    static let yesNote = """
        On a terminal the command shows the books and asks first. Elsewhere it takes only identifiers or their
        beginnings, ISBNs and whole titles, unless --yes is given.
        """

    // MARK: Lists

    static var columns: [Column<Row<Book>>] {
        [
            Column(title: "id", style: .faint, importance: 3),
            Column(title: "title", style: .strong, share: 24, importance: 4),
            Column(title: "authors", share: 14, importance: 1, text: { $0.draft.authors.joined(separator: ", ") }),
            Column(title: "status", styleOf: \.draft.status.style),
            Column(title: "rating", style: .warning, text: { BookField.rating.drawn($0.draft[.rating]) }),
            Column(title: "lent to", style: .warning, share: 10, importance: 2),
            // Left out where it is empty.
            Column(title: "found", style: .faint, share: 30, importance: 3, text: \.foundElsewhere),
        ]
    }

    static func isTabbed(_ field: BookField) -> Bool {
        switch field {
        case .title, .authors, .isbn, .status, .rating, .favorite, .shelves, .added, .finished: true
        default: false
        }
    }

    static let conditions: [ConditionOption<Book>] = [
        ConditionOption(.status, ReadingStatus.words.alternatives),
        ConditionOption(.shelves, "only books on this shelf"),
        ConditionOption(.authors, "only books by an author whose name has these words"),
        .flag("favorites", .own(.favorite), "only favourites") { _ in .oneOf([true]) },
        .flag("lent", .derived(.lentTo), "only books that are lent") { _ in .present },
        ConditionOption(.rating, "only books with this rating"),
        ConditionOption(.added, "only books added in this period"),
        ConditionOption(.finished, "only books finished in this period"),
        ConditionOption(.details, "only books with these words in a detail, such as Series=Dune"),
        ConditionOption(.title), ConditionOption(.isbn), ConditionOption(.notes),
        ConditionOption(.derived(.due), named: "due"),
        ConditionOption(.derived(.lentTo), named: "borrower", completedBy: .people),
        .flag("overdue", .derived(.due)) { .within(from: nil, through: $0 + -1) },
    ]

    static let sorts = BookSort.allCases.map { (name: $0.rawValue, sort: $0.order) }

    static func list(of query: BookQuery, _ environment: AppEnvironment) -> ListViewModel<Book> {
        ListViewModel(context: environment.context, preferences: environment.preferences, query: query)
    }

    static func field(ofKey text: String) -> BookField? { (try? ISBN(text)) == nil ? nil : .isbn }

    // MARK: Changes

    /// Help has the shelves there since the first version.
    static let entered = BookField.allCases.filter { $0.isEntered && $0 != .shelves }
        .flatMap { $0 == .rating ? [.shelves, $0] : [$0] }

    static func remarks(onAdding draft: BookDraft, _ context: UseCaseContext) async throws(LibraryError) -> [String] {
        try await AddBook(context).twins(of: draft).map { "The library already had \($0.identified)." }
    }

    /// If a change of status filled in no day because the book already had one, a message that names that day.
    static func remark(onChanging before: Book, to after: Book) -> String? {
        guard after.status != before.status else { return nil }
        let finished = before.finished.flatMap { $0 == after.finished ? "It keeps the finish day \($0)." : nil }
        switch after.status {
        case .read: return finished
        case .reading:
            return before.started.flatMap { $0 == after.started ? "It keeps the start day \($0)." : nil } ?? finished
        case .toRead, .abandoned: return nil
        }
    }

    static func takenAlong(with book: Book, in library: LibrarySnapshot) -> String {
        let count = library.loans.count { $0.book == book.id }
        return count == 0 ? "" : " with the history of \(count.counting("loan"))"
    }

    static func printMore(about row: Row<Book>, _ library: LibrarySnapshot, _ session: AppSession) {
        let today = session.environment.context.today()
        let loans = LoanQuery.history(of: row.id).rows(of: library, [row], today: today)
        if loans.isEmpty { return }
        session.console.print()
        session.console.print(loans)
    }
}
