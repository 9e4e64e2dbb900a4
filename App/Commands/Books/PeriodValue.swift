import Domain

/// A period on the command line. Its ends may be today or yesterday.
enum ChosenPeriod: Sendable {
    case days(from: ChosenDay, through: ChosenDay)
    /// No day.
    case missing

    func filter(today: () -> Day) -> ValueFilter<Day> {
        switch self {
        case .days(let from, let through):
            .within(from: from.day(ifToday: today()), through: through.day(ifToday: today()))
        case .missing: .missing
        }
    }
}

extension ChosenDay {
    fileprivate func adding(_ days: Int) -> ChosenDay {
        switch self {
        case .daysAgo(let number): .daysAgo(number - days)
        case .date(let day): .date(day + days)
        }
    }
}

extension ValueReader<ChosenPeriod> {
    static var when: Self {
        Self(
            "<when>",
            expected:
                "a year, month or day such as 2026, 2026-05 or 2026-05-17, a range, < or > and one of these, or none"
        ) { text in
            if text.lowercased() == "none" { return .missing }
            if text.hasPrefix("<"), let (first, _) = days(String(text.dropFirst())) {
                return .days(from: .date(Day.all.lowerBound), through: first.adding(-1))
            }
            if text.hasPrefix(">"), let (_, last) = days(String(text.dropFirst())) {
                return .days(from: last.adding(1), through: .date(Day.all.upperBound))
            }
            let ends =
                text.firstRange(of: "..").map { [text[..<$0.lowerBound], text[$0.upperBound...]] } ?? [text[...]]
            let all = (ChosenDay.date(Day.all.lowerBound), ChosenDay.date(Day.all.upperBound))
            let periods = ends.compactMap { $0.isEmpty && ends.count > 1 ? all : days(String($0)) }
            guard periods.count == ends.count, let first = periods.first, let last = periods.last else { return nil }
            if case (.date(let from), .date(let through)) = (first.0, last.1), from > through { return nil }
            return .days(from: first.0, through: last.1)
        }
        .completed(by: .words(["none"] + ChosenDay.words))
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
