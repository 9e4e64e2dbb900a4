import Domain
import Presentation

struct Stats: LibraryCommand {
    var year: Int?
    var period: Period?

    enum Period: String, CaseIterable { case month }

    static var syntax: Syntax<Stats> {
        Syntax(
            summary: "Shows statistics of the library, or of one year.",
            examples: ["stats", "stats --year 2026", "stats --by month", "stats --json"],
            options: [
                .value("year", .year, \.year, "only this year"),
                .value("by", .word("<period>"), \.period, "what was read in each month"),
            ],
            notes: [
                """
                With --year: how many books were finished in that year, how many of them are favourites, how many are
                rated, and their average rating; how many books were added; how many loans began; and how many books
                were finished in each month.
                With --by month: how many books were finished in each month, how many pages they have, as far as their
                detail "Pages" or "Number of Pages" says, and how many have each rating.
                On a terminal, bars show the numbers of books by status, year, month or rating, and the pages.
                """,
                ShowCommand<Book>.fieldsNote,
            ])
    }

    func run(_ context: UseCaseContext, in session: AppSession) async throws(LibraryError) -> ExitStatus {
        let (period, year) = (period, year)
        let today = context.today()
        // Pages are a detail.
        let fields: Set<BookField> = [.status, .rating, .favorite, .added, .finished]
        let query = BookQuery { $0.shown = period == nil ? fields : fields.union([.details]) }
        let content = LibraryContent(of: context.library, for: query, context.folding) { found -> any Described in
            let books = found.page.rows
            if period == .month { return MonthStatistics(of: books, year: year) }
            if let year { return YearStatistics(of: books, in: found.others, year: year) }
            return LibraryStatistics(of: books, in: found.others, today: today)
        }
        try await session.load(content)
        if let value = content.value { session.console.printFields(value) }
        return .done
    }
}

extension LibraryStatistics: Described {
    func describe(to fields: inout some FieldWriter) {
        fields.field("books", books)
        fields.field("byStatus", label: "", ReadingStatus.allCases.map { ($0.rawValue, byStatus[$0] ?? 0) })
        tally.describe(to: &fields)
        fields.field("finishedByYear", label: "finished in ", finishedByYear)
        fields.field("lent", lent)
        fields.field("overdue", overdue)
        fields.field("people", borrowers)
    }
}

extension BookTally: Described {
    func describe(to fields: inout some FieldWriter) {
        fields.field("favorites", favorites)
        fields.field("rated", rated)
        fields.field("averageRating", averageRating)
    }
}

extension YearStatistics: Described {
    func describe(to fields: inout some FieldWriter) {
        fields.field("year", year)
        fields.field("finished", finished)
        tally.describe(to: &fields)
        fields.field("added", added)
        fields.field("loans", loans)
        let months = finishedByMonth.enumerated().compactMap { index, count in
            Day(year: year, month: index + 1, day: 1).map { (name: String("\($0)".prefix(7)), number: count) }
        }
        fields.field("finishedByMonth", label: "finished in ", months)
    }
}

extension MonthStatistics: Described {
    func describe(to fields: inout some FieldWriter) {
        fields.field("finishedByMonth", label: "finished in ", finished)
        fields.field("pagesByMonth", label: "pages in ", pages)
        fields.field("byRating", label: "rating ", byRating)
    }
}
