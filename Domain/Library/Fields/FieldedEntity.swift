/// An entity whose fields are one list, from which forms, options, columns and files derive.
public protocol FieldedEntity: NamedEntity {
    associatedtype Draft: EntityDraft

    /// All fields but the identifier.
    var draft: Draft { get }

    /// The entity that `draft` describes, tidied. Throws the error of the first rule that it breaks.
    init(id: ID, draft: Draft) throws(LibraryError)

    /// Sets the fields that follow others, in a draft that was changed since `before`, or in that of a new entity. Those
    /// that were `chosen` on purpose, perhaps to be empty, stay.
    static func follow(_ draft: inout Draft, since before: Draft?, chosen: Set<Draft.Field>, today: Day)

    /// Throws for what can't be entered today. `before` is the entity as it was; nil for a new one.
    func check(replacing before: Self?, today: Day) throws(LibraryError)

    /// The error for a change of these fields that others have changed meanwhile: `draft` is what they made of the entity.
    static func changedMeanwhile(_ draft: Draft, _ fields: [Draft.Field]) -> LibraryError
}

extension FieldedEntity {
    public static func follow(_ draft: inout Draft, since before: Draft?, chosen: Set<Draft.Field>, today: Day) {}

    public func check(replacing before: Self?, today: Day) throws(LibraryError) {}
}

/// The fields of an entity as they were entered, perhaps incomplete.
public protocol EntityDraft: Hashable, Sendable {
    associatedtype Field: EntityField

    init()

    /// The value of a field. Stops the program if it is given a value of another kind.
    subscript(field: Field) -> FieldValue { get set }
}

extension EntityDraft {
    /// The value of a field in which nothing was entered yet.
    public static func initial(_ field: Field) -> FieldValue { Self()[field] }
}

/// A field of an entity, in the order of output. The raw value is its name in JSON and tables.
public protocol EntityField: CaseIterable, RawRepresentable<String>, Hashable, Sendable where AllCases == [Self] {
    var kind: FieldKind { get }

    /// Whether an entity can be without a value.
    var isOptional: Bool { get }

    /// Whether people enter a value.
    var isEntered: Bool { get }

    /// Whether adding an entity gives it a value if it has none.
    var isFilledIn: Bool { get }
}

extension EntityField {
    public var isEntered: Bool { true }
    public var isFilledIn: Bool { false }
}

extension EntityDraft {
    /// The draft with tidy values: see `FieldKind.tidied`.
    public func tidied() -> Self {
        var draft = self
        for field in Field.allCases { draft[field] = field.kind.tidied(draft[field]) }
        return draft
    }
}
