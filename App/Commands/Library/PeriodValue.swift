import Domain

extension ChosenDay {
    fileprivate func adding(_ days: Int) -> ChosenDay {
        switch self {
        case .daysAgo(let number): .daysAgo(number - days)
        case .date(let day): .date(day + days)
        }
    }
}

/// A period as people name it; both ends are included.
enum ChosenPeriod: Sendable {
    case within(from: ChosenDay?, through: ChosenDay?)
    /// No day at all.
    case missing

    func condition(ifToday today: Day) -> Condition {
        switch self {
        case .within(let from, let through):
            .within(from: from?.day(ifToday: today), through: through?.day(ifToday: today))
        case .missing: .missing
        }
    }
}

extension ValueReader<ChosenPeriod> {
    static var when: Self {
        range(
            "<when>",
            expected:
                "a year, month or day such as 2026, 2026-05 or 2026-05-17, a range, < or > and one of these, or none",
            none: .missing, ends: days, step: { $0.adding($1) }
        ) { from, through in
            if case (.date(let from)?, .date(let through)?) = (from, through), from > through { return nil }
            return .within(from: from, through: through)
        }
        .completed(by: .words(["none"] + ChosenDay.words))
    }

    /// The first and last day of a year, a month or a day.
    private static func days(_ text: String) -> (first: ChosenDay, last: ChosenDay)? {
        let period: ClosedRange<Day>?
        switch text.utf8.count {
        case 4: period = Day(text + "-01-01").flatMap { Day.days(ofYear: $0.date.year) }
        case 7: period = Day(text + "-01").flatMap { Day.days(ofYear: $0.date.year, month: $0.date.month) }
        default: return (try? ChosenDay(text)).map { ($0, $0) }
        }
        return period.map { (.date($0.lowerBound), .date($0.upperBound)) }
    }
}
