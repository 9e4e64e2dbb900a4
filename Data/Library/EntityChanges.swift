import Domain
import Storage

/// The saved and deleted entities of one type. No identifier is in both.
struct EntityChanges<Entity: LibraryEntity>: Sendable {
    private(set) var saved: [Entity.ID: Entity] = [:]
    private(set) var deleted: Set<Entity.ID> = []

    var isEmpty: Bool { saved.isEmpty && deleted.isEmpty }

    mutating func save(_ entities: [Entity]) {
        for entity in entities {
            saved[entity.id] = entity
            deleted.remove(entity.id)
        }
    }

    mutating func delete(_ ids: [Entity.ID]) {
        for id in ids {
            saved[id] = nil
            deleted.insert(id)
        }
    }

    /// `entities`, which are ordered by identifier, after these changes; `including` selects the saved ones to add.
    func applied(to entities: [Entity], including belongs: (Entity) -> Bool = { _ in true }) -> [Entity] {
        guard !isEmpty else { return entities }
        let kept = entities.filter { saved[$0.id] == nil && !deleted.contains($0.id) }
        return (kept + saved.values.filter(belongs)).sorted { $0.id < $1.id }
    }
}
