public import Domain

/// What people read about a field.
public struct FieldWords: Sendable {
    /// The name of the field in a form.
    public let label: String
    /// What its value is, for people who enter one.
    public let help: String

    public init(label: String, help: String) {
        self.label = label
        self.help = help
    }
}

/// A field with words for people.
public protocol DescribedField: EntityField {
    var words: FieldWords { get }
}
