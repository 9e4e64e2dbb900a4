/// A condition on the value of a field. What conditions a field allows follows from its kind.
public enum Condition: Hashable, Sendable {
    /// These words all occur in the text or, of several names, in one of them.
    case words(String)
    /// The text is this, or one of the names is.
    case named(String)
    /// These words all occur in the text of that name.
    case namedWords(NamedText)
    /// One of these values.
    case oneOf([FieldValue])
    /// A number or day in this range, both ends included; nil for an open end. No value if `from` comes after `through`.
    case within(from: FieldValue?, through: FieldValue?)
    case present
    case missing

    /// The same for a type that fields have.
    public static func within<Value: FieldType>(from: Value?, through: Value?) -> Condition {
        .within(from: from.map(\.fieldValue), through: through.map(\.fieldValue))
    }

    public static func oneOf(_ values: [some FieldType]) -> Condition { .oneOf(values.map(\.fieldValue)) }
}

/// A condition, prepared once for many values.
struct PreparedCondition {
    private let condition: Condition
    private let words: [SearchWord]
    private let name: String
    private let folding: TextFolding

    init(_ condition: Condition, on kind: FieldKind, _ folding: TextFolding) {
        (self.condition, self.folding) = (condition, folding)
        switch condition {
        case .words(let text): (words, name) = (SearchWord.words(of: kind.searched(text), folding: folding), "")
        case .named(let text): (words, name) = ([], folding(text.tidied))
        case .namedWords(let text): (words, name) = (SearchWord.words(of: text.text, folding: folding), "")
        case .oneOf, .within, .present, .missing: (words, name) = ([], "")
        }
    }

    func includes(_ value: FieldValue) -> Bool {
        switch (condition, value) {
        case (.words, .names(let names)): names.contains { words.occur(in: folding($0)) }
        case (.words, _): words.occur(in: folding(value.text))
        case (.named, .names(let names)): names.contains { folding($0) == name }
        case (.named, _): folding(value.text) == name
        case (.namedWords(let wanted), .namedTexts(let texts)):
            texts[wanted.name].map { words.occur(in: folding($0)) } ?? false
        case (.namedWords, _): false
        case (.oneOf(let values), _): values.contains(value)
        case (.within(let from, let through), _):
            value != .none && !(from.map { value.isLess(than: $0) } ?? false)
                && !(through.map { $0.isLess(than: value) } ?? false)
        case (.present, _): value != .none
        case (.missing, _): value == .none
        }
    }
}

extension FieldValue {
    /// The order of numbers and of days, by which a range such as `4..` is checked. Other values have none.
    public func isLess(than other: FieldValue) -> Bool {
        switch (self, other) {
        case (.number(let value), .number(let other)): value < other
        case (.decimal(let value), .decimal(let other)): value < other
        case (.day(let value), .day(let other)): value < other
        default: false
        }
    }
}
