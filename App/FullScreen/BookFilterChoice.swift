import Domain

/// A line of the menu of filters.
enum BookFilterChoice: Hashable, Sendable {
    case status(ReadingStatus)
    case favorites
    case lent
    case overdue
    /// That many stars or more; nil for books without any.
    case stars(Rating?)
    case shelf(String)

    /// The choices in a library that has these shelves.
    static func all(shelves: [String]) -> [BookFilterChoice] {
        ReadingStatus.allCases.map { .status($0) } + [.favorites, .lent, .overdue]
            + Rating.allowedStars.reversed().map { .stars(Rating($0)) } + [.stars(nil)]
            + shelves.map { .shelf($0) }
    }

    var label: String {
        switch self {
        case .status(let status): status.rawValue
        case .favorites: "favourite"
        case .lent: "lent"
        case .overdue: "overdue"
        case .stars(let lowest?):
            BookField.rating.drawn(lowest.fieldValue)
                + (lowest.stars < Rating.allowedStars.upperBound ? " or more" : "")
        case .stars(nil): "no stars"
        case .shelf(let name): "shelf \(name)"
        }
    }

    func isOn(in query: BookQuery) -> Bool {
        switch self {
        case .status(let status): query.statuses.contains(status.fieldValue)
        // The filter keeps the day on which it was turned on.
        case .favorites, .overdue: query.has(field)
        case .lent, .stars, .shelf: query.conditions(on: field).contains(condition(today: Day(daysSince1970: 0)))
        }
    }

    func toggle(in query: inout BookQuery, today: Day) {
        let isOn = isOn(in: query)
        switch self {
        case .status(let status):
            let others = query.statuses.filter { $0 != status.fieldValue }
            query.removeConditions(on: field)
            let statuses = isOn ? others : others + [status.fieldValue]
            if !statuses.isEmpty { query.require(field, .oneOf(statuses)) }
        // They exclude each other, or include each other.
        case .stars:
            query.removeConditions(on: field)
            if !isOn { query.require(field, condition(today: today)) }
        case .favorites, .overdue:
            isOn ? query.removeConditions(on: field) : query.require(field, condition(today: today))
        case .lent, .shelf:
            let condition = condition(today: today)
            isOn ? query.removeConditions(on: field) { $0 == condition } : query.require(field, condition)
        }
    }

    private var field: ListField<Book> {
        switch self {
        case .status: .own(.status)
        case .favorites: .own(.favorite)
        case .lent: .derived(.lentTo)
        case .overdue: .derived(.due)
        case .stars: .own(.rating)
        case .shelf: .own(.shelves)
        }
    }

    private func condition(today: Day) -> Condition {
        switch self {
        case .status(let status): .oneOf([status])
        case .favorites: .oneOf([true])
        case .lent: .present
        case .overdue: .within(from: nil, through: today + -1)
        case .stars(let lowest?): .within(from: lowest, through: nil)
        case .stars(nil): .missing
        case .shelf(let name): .named(name)
        }
    }
}

extension BookQuery {
    /// All books, in the same order.
    var withoutConditions: BookQuery {
        BookQuery { ($0.sort, $0.isReversed) = (sort, isReversed) }
    }

    /// Whether there is a condition on the field.
    func has(_ field: ListField<Book>) -> Bool { !conditions(on: field).isEmpty }

    /// The statuses that are wanted; empty for all.
    fileprivate var statuses: [FieldValue] {
        conditions(on: .own(.status)).flatMap { if case .oneOf(let values) = $0 { values } else { [FieldValue]() } }
    }

    /// The shelves that are wanted.
    var shelves: [String] {
        conditions(on: .own(.shelves)).compactMap { if case .named(let name) = $0 { name } else { nil as String? } }
    }
}
