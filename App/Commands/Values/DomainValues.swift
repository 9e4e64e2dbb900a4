import Data
import Domain
import Presentation

extension ValueReader<Rating> {
    static var rating: Self {
        Self("<1-5>", expected: "a whole number from 1 to 5") { Int($0).flatMap(Rating.init) }
    }
}

extension ValueReader<ReadingStatus> {
    /// One of the words, in any case.
    static var status: Self {
        let word = Self.word("<status>")
        return Self(valueName: word.valueName) { text throws(BadValue) in try word.read(text.lowercased()) }
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
    }
}

extension ValueReader<DetailName> {
    static var detailName: Self {
        Self("<name>", expected: "a name without = or comma") { DetailName($0) }
    }
}

extension ValueReader<(name: DetailName, text: String)> {
    static var detail: Self {
        Self(valueName: "<name>=<value>") { text throws(BadValue) in
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
            let ratings = ends.compactMap { Int($0).flatMap(Rating.init) }
            guard ratings.count == ends.count, ratings[0] <= ratings[ratings.count - 1] else { return nil }
            return ratings[0]...ratings[ratings.count - 1]
        }
    }
}

extension ValueReader<DayFilter> {
    /// Days that a book may have.
    static var when: Self {
        Self("<when>", expected: "a year, month or day such as 2026, 2026-05 or 2026-05-17, a range, or none") { text in
            if text == "none" { return .missing }
            guard let dots = text.firstRange(of: "..") else { return days(text).map(DayFilter.within) }
            let (from, to) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
            guard let first = from.isEmpty ? Day.all : days(from), let last = to.isEmpty ? Day.all : days(to),
                first.lowerBound <= last.upperBound
            else { return nil }
            return .within(first.lowerBound...last.upperBound)
        }
    }

    /// The days of a year, a month or a day.
    private static func days(_ text: String) -> ClosedRange<Day>? {
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false)
        switch numbers.map(\.utf8.count) {
        case [4]: return Int(text).flatMap { Day.days(ofYear: $0) }
        case [4, 2]:
            guard let year = Int(numbers[0]), let month = Int(numbers[1]) else { return nil }
            return Day.days(ofYear: year, month: month)
        default:
            let day = (try? ValueReader<ChosenDay>.day.read(text))?.day { .today }
            return day.map { $0...$0 }
        }
    }
}

extension ValueReader<Int> {
    static var year: Self {
        Self("<year>", expected: "a year such as 2026") { text in
            text.utf8.count == 4 ? Int(text).flatMap { Day.days(ofYear: $0) == nil ? nil : $0 } : nil
        }
    }
}

extension ValueReader<LoanPeriod> {
    static var loanPeriod: Self {
        Self("<n>", expected: "a number of days from 1 to 3650") { Int($0).flatMap(LoanPeriod.init(days:)) }
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
