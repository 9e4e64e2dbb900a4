/// Something that a library stores: it has an identifier, and perhaps keys for looking it up.
public protocol LibraryEntity: Identifiable, Hashable, Sendable where ID == Identifier<Self> {
    /// A further way to find an entity of this type. A store may index these keys, or search.
    associatedtype LookupKey: Hashable, Sendable

    /// The keys that find this entity now.
    var lookupKeys: [LookupKey] { get }

    /// What always holds between an entity of this type and others. Every unit of work checks it before it commits.
    static var rules: [Rule<Self>] { get }
}

extension LibraryEntity {
    public static var rules: [Rule<Self>] { [] }
}

extension LibraryEntity where LookupKey == Never {
    public var lookupKeys: [Never] { [] }
}
