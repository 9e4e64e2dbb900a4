/// An entity whose fields are one list, from which forms, options, columns and files derive.
public protocol FieldedEntity: LibraryEntity {
    associatedtype Draft: EntityDraft

    /// All fields but the identifier.
    var draft: Draft { get }
    /// What people name it by.
    var displayName: String { get }

    /// The entity that `draft` describes, tidied. Throws the error of the first rule that it breaks.
    init(id: ID, draft: Draft) throws(LibraryError)
}

/// The fields of an entity as they were entered, perhaps incomplete.
public protocol EntityDraft: Hashable, Sendable {
    associatedtype Field: EntityField

    init()

    /// The value of a field. Stops the program if it is given a value of another kind.
    subscript(field: Field) -> EntityValue { get set }
}

extension EntityDraft {
    /// The draft with tidy texts.
    var tidied: Self {
        var draft = self
        for field in Field.allCases { draft[field] = draft[field].tidied }
        return draft
    }
}

/// A field of an entity, in the order of output. The raw value is its name in JSON, in tables and in the store.
public protocol EntityField: CaseIterable, RawRepresentable<String>, Hashable, Sendable where AllCases == [Self] {
    /// Whether an entity can be without a value.
    var isOptional: Bool { get }
}
