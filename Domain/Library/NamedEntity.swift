/// An entity that people name, and that fields of others can refer to.
public protocol NamedEntity: LibraryEntity {
    /// What people name it by.
    var displayName: String { get }

    /// All texts by whose words people find it. The first is `displayName`, and usually the only one.
    var names: [String] { get }

    /// The key that `text` spells, if it is one.
    static func key(named text: String) -> LookupKey?

    /// The error for a name or an identifier that no entity has. `isShort` says that it is the beginning of one, but too
    /// short to count.
    static func missing(_ name: String, isShort: Bool) -> LibraryError

    /// The error for a name that means several, which are ordered by identifier.
    static func ambiguous(_ name: String, _ found: [Self]) -> LibraryError
}

extension NamedEntity {
    public var names: [String] { [displayName] }

    public static func key(named text: String) -> LookupKey? { nil }

    public static func missing(_ name: String) -> LibraryError { missing(name, isShort: false) }
}
