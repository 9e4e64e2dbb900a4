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
        case .status(let status): query.statuses.contains(status)
        case .favorites: query.favoritesOnly
        case .lent: query.lentOnly
        // The filter keeps the day on which it was turned on.
        case .overdue: !query.due.isEmpty
        case .stars(let lowest): query.ratings.contains(ratings(from: lowest))
        case .shelf(let name): query.shelves.contains(name)
        }
    }

    func toggle(in query: inout BookQuery, today: Day) {
        let isOn = isOn(in: query)
        switch self {
        case .status(let status):
            if isOn { query.statuses.removeAll { $0 == status } } else { query.statuses.append(status) }
        case .favorites: query.favoritesOnly.toggle()
        case .lent: query.lentOnly.toggle()
        case .overdue: query.due = isOn ? [] : [.within(from: nil, through: today + -1)]
        // They exclude each other, or include each other.
        case .stars(let lowest): query.ratings = isOn ? [] : [ratings(from: lowest)]
        case .shelf(let name): if isOn { query.shelves.removeAll { $0 == name } } else { query.shelves.append(name) }
        }
    }

    private func ratings(from lowest: Rating?) -> ValueFilter<Rating> {
        lowest.map { .within(from: $0, through: nil) } ?? .missing
    }
}

extension BookQuery {
    /// All books, in the same order.
    var withoutConditions: BookQuery {
        BookQuery { ($0.sort, $0.isReversed) = (sort, isReversed) }
    }
}
