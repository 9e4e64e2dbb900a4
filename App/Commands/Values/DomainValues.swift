import Data
import Domain
import Presentation

extension ValueReader<Rating> {
    static var rating: Self {
        Self("<1-5>", expected: "a whole number from 1 to 5") { Int(digits: $0).flatMap(Rating.init) }
            .completed(by: .words(["1", "2", "3", "4", "5"]))
    }
}

extension ValueReader<ReadingStatus> {
    /// One of the words, in any case.
    static var status: Self {
        let word = Self.word("<status>")
        return Self(valueName: word.valueName, completion: word.completion) { text throws(BadValue) in
            try word.read(text.lowercased())
        }
    }
}

/// A day on the command line.
enum ChosenDay: Sendable {
    case today
    case date(Day)

    func day(today: () -> Day) -> Day {
        switch self {
        case .today: today()
        case .date(let day): day
        }
    }
}

extension ValueReader<ChosenDay> {
    static var day: Self {
        Self("<day>", expected: "a day of the calendar, written like 2026-12-31, or today") { text in
            text.lowercased() == "today" ? .today : Day(text).map { .date($0) }
        }
        .completed(by: .words(["today"]))
    }
}

extension ValueReader<DetailName> {
    static var detailName: Self {
        Self("<name>", expected: "a name without = or comma") { DetailName($0) }
            .completed(by: .library(.details))
    }
}

extension ValueReader<(name: DetailName, text: String)> {
    static var detail: Self {
        Self(valueName: "<name>=<value>", completion: .library(.detailsToSet)) { text throws(BadValue) in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = DetailName(String(parts[0])), !parts[1].allSatisfy(\.isWhitespace) else {
                throw BadValue(expected: "a name and a value, written like Publisher=Penguin")
            }
            if name.isFieldName { throw BadValue(expected: "a name that no field has; \"\(name)\" is a field") }
            return (name, String(parts[1]))
        }
    }
}

extension ValueReader<ClosedRange<Rating>> {
    static var ratings: Self {
        Self("<n>|<n>..<m>", expected: "a number from 1 to 5, or a range such as 4..5") { text in
            let ends =
                text.firstRange(of: "..").map { [text[..<$0.lowerBound], text[$0.upperBound...]] } ?? [text[...]]
            let ratings = ends.compactMap { Int(digits: $0).flatMap(Rating.init) }
            guard ratings.count == ends.count, ratings[0] <= ratings[ratings.count - 1] else { return nil }
            return ratings[0]...ratings[ratings.count - 1]
        }
        .completed(by: .words(["1", "2", "3", "4", "5"]))
    }
}

/// A period on the command line. Its ends may be today.
enum ChosenPeriod: Sendable {
    case days(from: ChosenDay, through: ChosenDay)
    /// No day.
    case missing

    func filter(today: () -> Day) -> DayFilter {
        switch self {
        case .days(let from, let through): .within(from: from.day(today: today), through: through.day(today: today))
        case .missing: .missing
        }
    }
}

extension ValueReader<ChosenPeriod> {
    static var when: Self {
        Self("<when>", expected: "a year, month or day such as 2026, 2026-05 or 2026-05-17, a range, or none") { text in
            if text.lowercased() == "none" { return .missing }
            let ends =
                text.firstRange(of: "..").map { [text[..<$0.lowerBound], text[$0.upperBound...]] } ?? [text[...]]
            let all = (ChosenDay.date(Day.all.lowerBound), ChosenDay.date(Day.all.upperBound))
            let periods = ends.compactMap { $0.isEmpty && ends.count > 1 ? all : days(String($0)) }
            guard periods.count == ends.count, let first = periods.first, let last = periods.last else { return nil }
            if case (.date(let from), .date(let through)) = (first.0, last.1), from > through { return nil }
            return .days(from: first.0, through: last.1)
        }
        .completed(by: .words(["none", "today"]))
    }

    /// The first and last day of a year, a month or a day.
    private static func days(_ text: String) -> (ChosenDay, ChosenDay)? {
        let period: ClosedRange<Day>?
        switch text.utf8.count {
        case 4: period = Day(text + "-01-01").flatMap { Day.days(ofYear: $0.date.year) }
        case 7: period = Day(text + "-01").flatMap { Day.days(ofYear: $0.date.year, month: $0.date.month) }
        default: return (try? ValueReader<ChosenDay>.day.read(text)).map { ($0, $0) }
        }
        return period.map { (.date($0.lowerBound), .date($0.upperBound)) }
    }
}

extension ValueReader<Int> {
    static var year: Self {
        Self("<year>", expected: "a year such as 2026") { Day($0 + "-01-01")?.date.year }
    }
}

extension ValueReader<LoanPeriod> {
    static var loanPeriod: Self {
        Self("<n>", expected: "a number of days from 1 to 3650") { Int(digits: $0).flatMap(LoanPeriod.init(days:)) }
    }
}

extension ValueReader<ISBN> {
    static var isbn: Self {
        Self(valueName: "<isbn>") { text throws(BadValue) in
            do throws(ISBNError) {
                return try ISBN(text)
            } catch {
                throw BadValue(expected: "an ISBN of 10 or 13 digits; \(error.message)")
            }
        }
    }
}

extension ValueReader<ImportMapping> {
    static var mapping: Self {
        Self(
            "<column>=<field>|<word>=<status>",
            expected: "<column>=<field>, <column>=ignore or <word>=<status>; the fields are "
                + ImportMapping.fields.joined(separator: ", ")
        ) { ImportMapping($0) }
    }
}
