import Domain
import Storage

/// What is stored of an entity: its members under the names that they have in files, apart from all rules.
protocol EntityRecord: Sendable {
    associatedtype Entity

    /// A record of which nothing has been read yet.
    init()
    init(_ entity: Entity)

    /// Shows `visitor` every member, the identifier first. It is the one description of the record: reading, writing,
    /// the names that this version knows and the columns of the project's own lists follow from it.
    mutating func members<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure)

    /// The entity, held against its rules. Called when all required members have been read.
    func entity() throws(RecordError) -> Entity
}

/// An entity that a library can store.
protocol StoredEntity: LibraryEntity {
    associatedtype Record: EntityRecord where Record.Entity == Self

    /// How stores name the type.
    static var kind: RecordKind { get }

    /// The form that a lookup key has in a store. Its value occurs in the record as it is.
    static func stored(_ key: LookupKey) -> Storage.LookupKey
}

extension StoredEntity where LookupKey == Never {
    static func stored(_ key: Never) -> Storage.LookupKey {}
}
