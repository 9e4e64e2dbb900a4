import Domain
import Presentation

struct Stats: LibraryCommand {
    static var syntax: Syntax<Stats> {
        Syntax(summary: "Shows statistics of the library.", examples: ["stats", "stats --json"])
    }

    func run(_ context: UseCaseContext, in session: Session) async throws(LibraryError) -> ExitStatus {
        let statistics = StatisticsViewModel(context: context)
        try await session.load(statistics)
        if let statistics = statistics.value { session.console.printFields(statistics) }
        return .done
    }
}

extension LibraryStatistics: Described {
    func describe(to fields: inout some FieldWriter) {
        fields.field("books", books)
        fields.field("byStatus", label: "", ReadingStatus.allCases.map { ($0.rawValue, byStatus[$0] ?? 0) })
        fields.field("favorites", favorites)
        fields.field("rated", rated)
        fields.field("averageRating", averageRating)
        let years = finishedByYear.sorted { $0.key < $1.key }
        fields.field("finishedByYear", label: "finished in ", years.map { ("\($0.key)", $0.value) })
        fields.field("lent", lent)
        fields.field("overdue", overdue)
        fields.field("people", borrowers)
    }
}
