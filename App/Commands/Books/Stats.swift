import Domain
import Presentation

struct Stats: LibraryCommand {
    var year: Int?

    static var syntax: Syntax<Stats> {
        Syntax(
            summary: "Shows statistics of the library, or of one year.",
            examples: ["stats", "stats --year 2026", "stats --json"],
            options: [.value("year", .year, \.year, "only this year")],
            notes: [
                """
                With --year: how many books were finished in that year, how many of them are favourites, how many are
                rated, and their average rating; how many books were added; how many loans began; and how many books
                were finished in each month.
                On a terminal, bars show the numbers of books by status, year or month.
                """,
                Show.fieldsNote,
            ])
    }

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        let books = EntitySearch.all(of: BookSummary.self)
        if let year {
            try await show(
                LibraryContent(of: context.library, for: books) { YearStatistics(of: $0, year: year) }, in: session)
        } else {
            let today = context.today()
            try await show(
                LibraryContent(of: context.library, for: books) { LibraryStatistics(of: $0, today: today) }, in: session
            )
        }
        return .done
    }

    @MainActor
    private func show(
        _ statistics: LibraryContent<some Described>, in session: Session
    ) async throws(LibraryError) {
        try await session.load(statistics)
        if let value = statistics.value { session.console.printFields(value) }
    }
}

extension LibraryStatistics: Described {
    func describe(to fields: inout some FieldWriter) {
        fields.field("books", books)
        fields.field("byStatus", label: "", ReadingStatus.allCases.map { ($0.rawValue, byStatus[$0] ?? 0) })
        tally.describe(to: &fields)
        let years = finishedByYear.sorted { $0.key < $1.key }
        fields.field("finishedByYear", label: "finished in ", years.map { ("\($0.key)", $0.value) })
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
