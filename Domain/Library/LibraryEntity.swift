/// Something that a library stores: it has an identifier, and perhaps keys for looking it up.
public protocol LibraryEntity: Identifiable, Hashable, Sendable where ID == Identifier<Self> {
    /// A further way to find an entity of this type. A store may index these keys, or search.
    associatedtype LookupKey: Hashable, Sendable

    /// The keys that find this entity now.
    var lookupKeys: [LookupKey] { get }

    /// The key of these that no other entity of the library may have; nil if there is none.
    var uniqueKey: LookupKey? { get }
}

extension LibraryEntity {
    public var uniqueKey: LookupKey? { nil }
}

extension LibraryEntity where LookupKey == Never {
    public var lookupKeys: [Never] { [] }
}
