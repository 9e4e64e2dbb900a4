/// A condition on a day that a book may lack.
public enum DayFilter: Hashable, Sendable {
    /// A day in this range, whose ends are included.
    case within(ClosedRange<Day>)
    /// No day.
    case missing

    public func includes(_ day: Day?) -> Bool {
        switch self {
        case .within(let days): day.map(days.contains) ?? false
        case .missing: day == nil
        }
    }
}
