/// A day as people name it.
public enum ChosenDay: Hashable, Sendable {
    case today
    case date(Day)

    /// Reads `YYYY-MM-DD`, or the word today in any case. Throws `ValueError.notADay`.
    public init(_ text: String) throws(LibraryError) {
        if text.lowercased() == "today" {
            self = .today
        } else if let day = Day(text) {
            self = .date(day)
        } else {
            throw .value(.notADay)
        }
    }

    public func day(ifToday today: Day) -> Day {
        switch self {
        case .today: today
        case .date(let day): day
        }
    }
}
