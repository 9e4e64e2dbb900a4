/// Everything a library holds at one moment.
public struct LibrarySnapshot: Equatable, Sendable {
    /// The arrays of entities, by their type; none is empty.
    private var parts: [ObjectIdentifier: any Hashable & Sendable] = [:]

    public init() {}

    /// Ordered by identifier.
    public func entities<Entity: LibraryEntity>(of type: Entity.Type) -> [Entity] {
        parts[ObjectIdentifier(type)] as? [Entity] ?? []
    }

    /// Replaces all entities of their type by these, which must be ordered by identifier, each once.
    public mutating func set<Entity: LibraryEntity>(_ entities: [Entity]) {
        parts[ObjectIdentifier(Entity.self)] = entities.isEmpty ? nil : entities
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.parts.count == right.parts.count
            && left.parts.allSatisfy { type, part in
                right.parts[type].map { AnyHashable(part) == AnyHashable($0) } ?? false
            }
    }
}
