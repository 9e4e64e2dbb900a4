import Data
import Domain
import Presentation
import Storage

struct Stats: Command {
    static let name = "stats"

    static var syntax: Syntax<Stats> {
        Syntax("Shows the library in numbers.", examples: ["stats", "stats --json"])
    }

    func run(in session: Session) async throws(CommandError) -> ExitStatus {
        let model = StatisticsViewModel(library: session.environment.library, context: session.environment.context)
        await model.load()
        guard let statistics = model.statistics else { return try session.refused(model.error) }
        if session.isJSON {
            session.console.printJSON { $0.statistics(statistics) }
        } else {
            session.console.printFields(statistics.fields)
        }
        return .done
    }
}

extension LibraryStatistics {
    fileprivate var years: [(year: Int, count: Int)] {
        finishedByYear.sorted { $0.key < $1.key }.map { (year: $0.key, count: $0.value) }
    }

    fileprivate var fields: [(String, String)] {
        var fields = [("books", "\(books)")]
        fields += ReadingStatus.allCases.map { ($0.rawValue, "\(byStatus[$0] ?? 0)") }
        fields += [("favorites", "\(favorites)"), ("rated", "\(rated)")]
        if let averageRating { fields.append(("average rating", averageRating.hundredths)) }
        fields += years.map { ("finished in \($0.year)", "\($0.count)") }
        return fields + [("lent", "\(lent)"), ("overdue", "\(overdue)"), ("people", "\(borrowers)")]
    }
}

extension JSONWriter {
    fileprivate mutating func statistics(_ statistics: LibraryStatistics) {
        object { json in
            json.member("books", statistics.books)
            json.name("byStatus")
            json.object { json in
                for status in ReadingStatus.allCases {
                    json.name(status.rawValue)
                    json.number(statistics.byStatus[status] ?? 0)
                }
            }
            json.member("favorites", statistics.favorites)
            json.member("rated", statistics.rated)
            if let average = statistics.averageRating {
                json.name("averageRating")
                json.raw(average.hundredths.utf8)
            }
            json.name("finishedByYear")
            json.object { json in
                for (year, count) in statistics.years {
                    json.name("\(year)" as String)
                    json.number(count)
                }
            }
            json.member("lent", statistics.lent)
            json.member("overdue", statistics.overdue)
            json.member("people", statistics.borrowers)
        }
    }
}

extension Double {
    /// With two digits behind the point; `self` is from 0 to 5.
    fileprivate var hundredths: String {
        let hundredths = Int((self * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10)"
    }
}
