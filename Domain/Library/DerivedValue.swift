/// What other entities say of a `Subject`, such as who has it. Lists show its fields beside the subject's own; they are
/// never stored, and can only be read.
///
/// The subject's feature declares the value. The feature that knows it makes one of its entities `Deriving`, so the
/// subject's feature needn't know that one.
public protocol DerivedValue: Hashable, Sendable {
    associatedtype Subject: LibraryEntity
    associatedtype Field: ListedField

    subscript(field: Field) -> FieldValue { get }
}

/// An entity that says something of others.
public protocol Deriving: LibraryEntity {
    associatedtype Derived: DerivedValue

    /// What the entities of this type say of each subject, as far as they say anything.
    static func derived(in library: LibrarySnapshot) -> [Identifier<Derived.Subject>: Derived]
}

/// The derived value of an entity that has none: no other entity says anything about it.
public struct NothingDerived<Subject: LibraryEntity>: DerivedValue {
    private init() {}

    public struct Field: ListedField {
        public let rawValue: String
        public init?(rawValue: String) { nil }
        public static var allCases: [Field] { [] }
        public var kind: FieldKind { FieldKind(.line) }
    }

    public subscript(field: Field) -> FieldValue { .none }
}
