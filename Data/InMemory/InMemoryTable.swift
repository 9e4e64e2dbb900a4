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

    /// Entities that are ordered by identifier already, each once.
    init(inOrder entities: [Entity]) {
        self.entities = entities
    }

    /// Adds entities whose identifiers all come later.
    mutating func append(_ later: InMemoryTable) {
        // Nothing is copied where there was nothing.
        if entities.isEmpty { entities = later.entities } else { entities += later.entities }
    }

    mutating func apply(_ changes: EntityChanges<Entity>) {
        entities = changes.applied(to: entities)
    }

    func all() -> [Entity] {
        entities
    }

    func find(_ id: Entity.ID) -> Entity? {
        let place = entities.firstIndex(notBefore: id)
        return place < entities.count && entities[place].id == id ? entities[place] : nil
    }

    func matching(_ key: Entity.LookupKey) -> [Entity] {
        entities.filter { $0.lookupKeys.contains(key) }
    }
}
