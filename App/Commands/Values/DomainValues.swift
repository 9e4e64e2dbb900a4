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

extension ValueReader<Day> {
    static var day: Self {
        Self("<YYYY-MM-DD>", expected: "a day of the calendar, written like 2026-12-31") { Day($0) }
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
