import Domain

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

extension ValueReader<Int> {
    static var year: Self {
        Self("<year>", expected: "a year such as 2026") { Day($0 + "-01-01")?.date.year }
    }
}
