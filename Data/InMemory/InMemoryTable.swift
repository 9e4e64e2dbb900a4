import Domain

/// Entities of one type, in memory.
struct InMemoryTable<Entity: LibraryEntity>: EntitySource {
    /// Ordered by identifier.
    private(set) var entities: [Entity]

    init(_ entities: [Entity] = []) {
        var changes = EntityChanges<Entity>()
        changes.save(entities)
        self.entities = changes.applied(to: [])
    }

    mutating func apply(_ changes: EntityChanges<Entity>) {
        entities = changes.applied(to: entities)
    }

    func all() -> [Entity] {
        entities
    }

    func find(_ id: Entity.ID) -> Entity? {
        var range = entities.indices
        while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
            if entities[middle].id == id { return entities[middle] }
            range = entities[middle].id < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }

    func matching(_ key: Entity.LookupKey) -> [Entity] {
        entities.filter { $0.lookupKeys.contains(key) }
    }
}
