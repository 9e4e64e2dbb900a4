/// What other entities say of a `Subject`, such as who has it. Lists show it beside the subject's fields; it is
/// never stored.
///
/// The subject's feature declares the value and shows it. The feature that knows it makes one of its entities `Deriving`,
/// so the subject's feature needn't know that one.
public protocol DerivedValue: Hashable, Sendable {
    associatedtype Subject: LibraryEntity
}

/// An entity that says something of others.
public protocol Deriving: LibraryEntity {
    associatedtype Derived: DerivedValue

    /// What the entities of this type say of each subject, as far as they say anything.
    static func derived(in library: LibrarySnapshot) -> [Identifier<Derived.Subject>: Derived]
}
