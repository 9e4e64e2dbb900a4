public import Domain

extension ValueError {
    /// What is accepted instead, as the end of a sentence that begins "it takes".
    public var message: String {
        switch self {
        case .blank: "a text that is not empty or blank"
        case .notADay: "a day of the calendar, written like \(Day.example), or \(ChosenDay.words.alternatives)"
        case .notAWholeNumber: "a whole number"  // with fields
        case .notANumber: "a number"  // with fields
        case .notYesOrNo: "yes or no"  // with fields
        case .notAnIdentifier: "an identifier of twelve characters"  // with fields
        case .notOneOf(let words): words.alternatives
        }
    }
}

extension Day {
    /// How a day is written.
    public static let example = "2026-12-31"
}

extension [String] {
    /// "a, b or c".
    var alternatives: String {
        guard count > 1, let last else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}
