/// A day as people name it.
public enum ChosenDay: Hashable, Sendable {
    case daysAgo(Int)
    case date(Day)

    /// The words for days: each is one day earlier than the one before it.
    public static let words = ["today", "yesterday"]

    /// Reads `YYYY-MM-DD`, or one of `words` in any case. Throws `ValueError.notADay`.
    public init(_ text: String) throws(LibraryError) {
        if let days = Self.words.firstIndex(of: text.lowercased()) {
            self = .daysAgo(days)
        } else if let day = Day(text) {
            self = .date(day)
        } else {
            throw .value(.notADay)
        }
    }

    public func day(ifToday today: Day) -> Day {
        switch self {
        case .daysAgo(let days): today + -days
        case .date(let day): day
        }
    }
}
