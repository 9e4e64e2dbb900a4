import Data
import Domain
import Presentation

extension ValueReader<Rating> {
    static var rating: Self {
        Self("<1-5>", expected: "a whole number from 1 to 5") { Int($0).flatMap(Rating.init) }
    }
}

extension ValueReader<ReadingStatus> {
    static var status: Self { .word("<status>") }
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
        Self("<name>", expected: "a name without = and comma") { DetailName($0) }
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
