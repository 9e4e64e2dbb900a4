public import Domain

extension ValueError {
    /// What the field takes instead.
    public var message: String {
        switch self {
        case .blank: "a text that is not empty or blank"
        case .notADay: "a day of the calendar, written like \(Day.example), or today"
        case .notANumber(let allowed): "a whole number from \(allowed.ends)"
        case .notOneOf(let words): words.alternatives
        case .notAName: "a name without = or comma"
        case .notANamedText: "a name and a value, written like Publisher=Penguin"
        case .nameOfAField(let name): "a name that no field has; \"\(name)\" is a field"
        }
    }
}

extension Day {
    /// How a day is written.
    public static let example = "2026-12-31"
}

extension ClosedRange<Int> {
    /// "1 to 5".
    public var ends: String { "\(lowerBound) to \(upperBound)" }
}

extension [String] {
    /// "a, b or c".
    var alternatives: String {
        guard count > 1, let last else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}
