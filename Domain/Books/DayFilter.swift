/// A condition on a day that a book may lack.
public enum DayFilter: Hashable, Sendable {
    /// A day in this range, both ends included; no day if `from` comes after `through`.
    case within(from: Day, through: Day)
    /// No day.
    case missing

    public func includes(_ day: Day?) -> Bool {
        switch self {
        case .within(let from, let through): day.map { from <= $0 && $0 <= through } ?? false
        case .missing: day == nil
        }
    }
}
