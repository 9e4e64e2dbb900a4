/// What a library stores: something with an identifier, and perhaps with keys it can be looked up by.
public protocol LibraryEntity: Identifiable, Hashable, Sendable where ID == Identifier<Self> {
    /// What else an entity of this type is found by. A store may keep an index of these keys, or search.
    associatedtype LookupKey: Hashable, Sendable

    /// The keys this entity is found by at present.
    var lookupKeys: [LookupKey] { get }
}

extension LibraryEntity where LookupKey == Never {
    public var lookupKeys: [Never] { [] }
}
