public import Domain

/// What people read about a field.
public struct FieldWords: Sendable {
    /// The name of the field in a form.
    public let label: String
    /// What one of several values is called.
    public let each: String?
    /// What its value is, for people who enter one.
    public let help: String
    /// What removing it means; nil if it can't be removed.
    public let removal: String?
    /// What is said of an entity that lacks one of several values that was to be removed.
    public let lacking: String
    /// The message if the value is missing; nil if it may be.
    public let missing: String?

    public init(
        label: String, each: String? = nil, help: String, removal: String? = nil, lacking: String = "has no",
        missing: String? = nil
    ) {
        (self.label, self.each, self.help) = (label, each, help)
        (self.removal, self.lacking, self.missing) = (removal, lacking, missing)
    }
}

/// A field with words for people.
public protocol DescribedField: EntityField {
    var words: FieldWords { get }

    /// Why a text can't be its value. Short, because forms have little room.
    func problem(_ error: LibraryError) -> String
}

extension DescribedField {
    public func problem(_ error: LibraryError) -> String { usualProblem(error) }

    func usualProblem(_ error: LibraryError) -> String {
        error == .value(.notADay)
            ? "a day is a date like \(Day.example), today or yesterday" : "\(words.label) takes \(error.message)"
    }
}
