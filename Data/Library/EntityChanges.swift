import Domain
import Storage

/// The entities of one type that a unit of work, or somebody else, saves and deletes; none is in both.
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
            let start = rest.partitioningIndex { $0.id >= id }
            result += rest[..<start]
            rest = rest[start...]
            if rest.first?.id == id { rest.removeFirst() }
            if let entity = saved[id], belongs(entity) { result.append(entity) }
        }
        return result + rest
    }
}

extension RandomAccessCollection where Index == Int {
    /// The index of the first element for which `isAfter` is true, where it is so for all that follow; the end where
    /// there is none.
    fileprivate func partitioningIndex(_ isAfter: (Element) -> Bool) -> Int {
        var range = startIndex..<endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = isAfter(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return range.lowerBound
    }
}
