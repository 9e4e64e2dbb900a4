/// Everything a library holds at one moment.
public struct LibrarySnapshot: Equatable, Sendable {
    private struct Part {
        let type: any LibraryEntity.Type
        /// An array of that type; never empty.
        let entities: any Hashable & Sendable
    }

    private var parts: [ObjectIdentifier: Part] = [:]

    public init() {}

    /// Ordered by identifier.
    public func entities<Entity: LibraryEntity>(of type: Entity.Type) -> [Entity] {
        parts[ObjectIdentifier(type)]?.entities as? [Entity] ?? []
    }

    /// Replaces all entities of their type by these, which must be ordered by identifier, each once.
    public mutating func set<Entity: LibraryEntity>(_ entities: [Entity]) {
        parts[ObjectIdentifier(Entity.self)] = entities.isEmpty ? nil : Part(type: Entity.self, entities: entities)
    }

    /// What entities here say of others, by the identifier of what they say it of.
    func derived<Value: DerivedValue>(_ type: Value.Type) -> [Identifier<Value.Subject>: Value] {
        for part in parts.values {
            guard let source = part.type as? any Deriving.Type else { continue }
            if let values = derived(by: source) as? [Identifier<Value.Subject>: Value] { return values }
        }
        return [:]
    }

    private func derived<Source: Deriving>(by type: Source.Type) -> any Sendable { Source.derived(in: self) }

    public static func == (left: Self, right: Self) -> Bool {
        func isEqual<Array: Hashable>(_ array: Array, _ other: Part?) -> Bool { array == other?.entities as? Array }
        return left.parts.count == right.parts.count
            && left.parts.allSatisfy { isEqual($1.entities, right.parts[$0]) }
    }
}
