/// Why the last command can't be undone. Nothing was changed, unless earlier units of work were kept.
public enum UndoError: Error, Hashable {
    /// Another command has changed the library since this one was shown.
    case superseded
    /// Another program has changed it since.
    case changedSince(EntityName)
    /// The result would break a rule, whose error this is.
    indirect case refused(LibraryError)
    /// The first would be removed, and with it the second, which refers to it and isn't a part of what is undone.
    case missing(EntityName, for: EntityName)
    /// The command changed entities of a type that this version doesn't know.
    case unknownType(String)
}

/// An entity, as messages name it.
public struct EntityName: Hashable, Sendable {
    /// What people call its type, in the singular and in the plural.
    public let noun: String
    public let plural: String
    public let id: String
    /// Its first text; empty if it has none.
    public var text: String

    public init(noun: String, plural: String, id: String, text: String) {
        (self.noun, self.plural, self.id, self.text) = (noun, plural, id, text)
    }
}
