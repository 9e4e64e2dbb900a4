import Domain

/// What a unit of work changes, before it is kept.
struct LibraryChanges: Sendable {
    var books = EntityChanges<Book>()
    var borrowers = EntityChanges<Borrower>()
    var loans = EntityChanges<Loan>()

    var isEmpty: Bool {
        books.isEmpty && borrowers.isEmpty && loans.isEmpty
    }
}

/// The entities of one type that a unit of work saves and deletes; none is in both.
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

    /// `entities`, which are ordered by identifier, with these changes made; `including` says which of the saved
    /// ones belong to the result.
    func applied(to entities: [Entity], including belongs: (Entity) -> Bool = { _ in true }) -> [Entity] {
        guard !isEmpty else { return entities }
        let kept = entities.filter { saved[$0.id] == nil && !deleted.contains($0.id) }
        return merge(kept, saved.values.filter(belongs).sorted { $0.id < $1.id })
    }

    private func merge(_ left: [Entity], _ right: [Entity]) -> [Entity] {
        guard !right.isEmpty else { return left }
        var merged: [Entity] = []
        merged.reserveCapacity(left.count + right.count)
        var rest = left[...]
        for entity in right {
            let before = rest.prefix { $0.id < entity.id }
            merged += before
            merged.append(entity)
            rest = rest.dropFirst(before.count)
        }
        return merged + rest
    }
}
