public import Domain

extension ValueError {
    /// What is accepted instead, as the end of a sentence that begins "it takes".
    public var message: String {
        switch self {
        case .blank: "a text that is not empty or blank"
        case .notADay: "a day of the calendar, written like \(Day.example), or \(ChosenDay.words.alternatives)"
        case .notInRange(.min ... .max): "a whole number"
        case .notInRange(let allowed): "a whole number from \(allowed.ends)"
        case .notANumber: "a number"
        case .notYesOrNo: "yes or no"
        case .notAnIdentifier: "an identifier of twelve characters"
        case .notOneOf(let words): words.alternatives
        case .notAName: "a name without = or comma"
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
