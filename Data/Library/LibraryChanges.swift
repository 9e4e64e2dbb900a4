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
        var result: [Entity] = []
        result.reserveCapacity(entities.count + saved.count)
        var rest = entities[...]
        for id in (Array(saved.keys) + deleted).sorted() {
            let place = rest.firstIndex(notBefore: id)
            result += rest[..<place]
            rest = rest[place...]
            if rest.first?.id == id { rest.removeFirst() }
            if let entity = saved[id], belongs(entity) { result.append(entity) }
        }
        return result + rest
    }
}

extension RandomAccessCollection where Element: Identifiable, Element.ID: Comparable, Index == Int {
    /// Where the first element is whose identifier is this or a later one, among elements in order; the end where
    /// there is none.
    func firstIndex(notBefore id: Element.ID) -> Int {
        var range = startIndex..<endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = self[middle].id < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}
