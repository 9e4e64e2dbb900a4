public import Domain
import Storage

/// The types of entities that a library stores, in the order in which a unit of work writes them.
///
/// Each type in the list has a repository, is part of units of work and snapshots, and is repaired and backed up.
public struct LibrarySchema: Sendable {
    let types: [any StoredEntity.Type]

    init(_ types: [any StoredEntity.Type]) { self.types = types }

    var kinds: [RecordKind] { types.map { $0.kind } }

    /// What people call each type, in the plural and in order.
    public var nouns: [String] { types.map { $0.noun.plural } }

    /// What people call the type.
    public func noun(of type: any LibraryEntity.Type) -> (singular: String, plural: String) {
        types[index(of: type)].noun
    }

    /// How many entities of each type but `type` the library has, in order.
    public func counts(
        of library: LibrarySnapshot, besides type: (any LibraryEntity.Type)? = nil
    ) -> [EntityCount] {
        types.filter { $0 != type }.map { $0.count(in: library) }
    }

    /// The index of `type`. Traps if the schema lacks it.
    func index(of type: any LibraryEntity.Type) -> Int {
        guard let index = types.firstIndex(where: { $0 == type }) else {
            preconditionFailure("\(type) is missing from the schema of the library")
        }
        return index
    }

    /// `repository`, which was made for the entry of `type`. The compiler can't check this cast.
    func typed<Entity: LibraryEntity>(_ repository: any Sendable, for type: Entity.Type) -> any Repository<Entity> {
        guard let typed = repository as? any Repository<Entity> else {
            preconditionFailure("the schema made \(repository) for \(type)")
        }
        return typed
    }
}

/// How many entities of one type there are, and what people call the type.
public struct EntityCount: Hashable, Sendable {
    public let number: Int
    public let singular: String
    public let plural: String
}

extension StoredEntity {
    fileprivate static func count(in library: LibrarySnapshot) -> EntityCount {
        EntityCount(number: library.entities(of: self).count, singular: noun.singular, plural: noun.plural)
    }
}
