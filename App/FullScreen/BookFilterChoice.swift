import Domain

/// A line of the menu of filters.
enum BookFilterChoice: Hashable, Sendable {
    case status(ReadingStatus)
    case favorites
    case lent

    static let all: [BookFilterChoice] = ReadingStatus.allCases.map { .status($0) } + [.favorites, .lent]

    var label: String {
        switch self {
        case .status(let status): status.rawValue
        case .favorites: "favourites"
        case .lent: "lent"
        }
    }

    func isOn(in query: BookQuery) -> Bool {
        switch self {
        case .status(let status): query.statuses.contains(status)
        case .favorites: query.favoritesOnly
        case .lent: query.lentOnly
        }
    }

    func toggle(in query: inout BookQuery) {
        switch self {
        case .status(let status):
            if isOn(in: query) { query.statuses.removeAll { $0 == status } } else { query.statuses.append(status) }
        case .favorites: query.favoritesOnly.toggle()
        case .lent: query.lentOnly.toggle()
        }
    }
}

extension BookQuery {
    /// All books, in the same order.
    var withoutConditions: BookQuery {
        BookQuery { ($0.sort, $0.isReversed) = (sort, isReversed) }
    }
}
