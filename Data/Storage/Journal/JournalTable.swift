import Domain

/// Where in the journal the latest record of each entity of one type stands. Records become entities only when they
/// are asked for, since most runs of the program need few of them.
struct JournalTable<Entity: StoredEntity>: Sendable {
    /// Ordered by identifier: to sort them once takes less than a dictionary of them, and they are needed in order.
    private var rows: [JournalRow<Entity>] = []
    /// What has changed since `rows` were put in order.
    private var changes: [Entity.ID: Range<Int>?] = [:]
    /// All entities that `rows` stand for, if they were read.
    private var known: [Entity]?
    /// How many bytes of the journal the latest records are.
    private(set) var size = 0

    /// Takes in what later lines say, part by part, in their order.
    mutating func apply(_ parts: some Collection<[JournalRow<Entity>]>) {
        if known == nil, rows.isEmpty, changes.isEmpty {
            rows.reserveCapacity(parts.reduce(0) { $0 + $1.count })
            for part in parts { rows += part }
            rows.keepLatestInOrder()
            size = rows.reduce(0) { $0 + ($1.place?.count ?? 0) }
        } else {
            for part in parts {
                for row in part { apply(row) }
            }
        }
    }

    /// Takes in what is newer than all the rest.
    mutating func apply(_ row: JournalRow<Entity>) {
        size += (row.place?.count ?? 0) - (place(of: row.id)?.count ?? 0)
        changes.updateValue(row.place, forKey: row.id)
    }

    /// Where the record of that entity stands; nil where there is none.
    func place(of id: Entity.ID) -> Range<Int>? {
        if let change = changes[id] { return change }
        let index = rows.firstIndex(notBefore: id)
        return index < rows.endIndex && rows[index].id == id ? rows[index].place : nil
    }

    /// Ordered by identifier.
    var rowsInOrder: [JournalRow<Entity>] {
        guard !changes.isEmpty else { return rows }
        var all = rows + changes.map { JournalRow(id: $0.key, place: $0.value) }
        all.keepLatestInOrder()
        return all
    }

    /// The places in the order of the identifiers.
    var placesInOrder: [Range<Int>] {
        rowsInOrder.compactMap(\.place)
    }

    /// Ordered by identifier.
    mutating func all(in bytes: [UInt8]) throws(JournalDamage) -> [Entity] {
        if let known, changes.isEmpty { return known }
        let entities: [Entity]
        if let known {
            var entityChanges = EntityChanges<Entity>()
            entityChanges.delete(changes.filter { $0.value == nil }.map(\.key))
            entityChanges.save(try read(changes.values.compactMap(\.self), in: bytes))
            entities = entityChanges.applied(to: known)
        } else {
            entities = try read(placesInOrder, in: bytes)
        }
        rows = rowsInOrder
        changes = [:]
        known = entities
        return entities
    }

    /// At least those entities whose record `filter` lets through, ordered by identifier.
    mutating func all(in bytes: [UInt8], through filter: RecordTextFilter?) throws(JournalDamage) -> [Entity] {
        guard known == nil, let filter else { return try all(in: bytes) }
        let places = placesInOrder
        let likely = bytes.withUnsafeBufferPointer { buffer in
            places.concurrentMapOfParts { part in part.filter { filter.mayMatch(buffer, $0) } }
        }
        return try read(Array(likely.joined()), in: bytes)
    }

    func find(_ id: Entity.ID, in bytes: [UInt8]) throws(JournalDamage) -> Entity? {
        guard let place = place(of: id) else { return nil }
        return try read([place], in: bytes)[0]
    }

    /// Ordered by identifier.
    mutating func matching(_ key: Entity.LookupKey, in bytes: [UInt8]) throws(JournalDamage) -> [Entity] {
        let found: [Entity]
        if known == nil, let mark = Entity.Record.mark(of: key) {
            found = try read(likelyPlaces(of: Array(mark.utf8), in: bytes), in: bytes)
        } else {
            found = try all(in: bytes)
        }
        return found.filter { $0.lookupKeys.contains(key) }
    }

    /// Where the records stand that contain `mark`, ordered by identifier.
    private func likelyPlaces(of mark: [UInt8], in bytes: [UInt8]) -> [Range<Int>] {
        bytes.withUnsafeBufferPointer { buffer in
            // Mostly there is none. Where these records are most of the file, that is told without looking at each.
            if size > bytes.count / 2, !contains(mark, in: buffer, buffer.indices) { return [] }
            return placesInOrder.filter { contains(mark, in: buffer, $0) }
        }
    }

    private func read(_ places: [Range<Int>], in bytes: [UInt8]) throws(JournalDamage) -> [Entity] {
        let parts = bytes.withUnsafeBufferPointer { buffer in
            places.concurrentMapOfParts { part in
                Result { () throws(JournalDamage) in
                    var entities: [Entity] = []
                    entities.reserveCapacity(part.count)
                    for place in part { entities.append(try entity(at: place, in: buffer)) }
                    return entities
                }
            }
        }
        if parts.count == 1 { return try parts[0].get() }
        var entities: [Entity] = []
        entities.reserveCapacity(places.count)
        for part in parts { entities += try part.get() }
        return entities
    }

    private func entity(
        at place: Range<Int>, in buffer: UnsafeBufferPointer<UInt8>
    ) throws(JournalDamage) -> Entity {
        let record: Entity.Record
        do throws(JSONError) {
            var scanner = JSONScanner(buffer, range: place)
            record = try Entity.Record(from: &scanner)
        } catch {
            throw JournalDamage(offset: error.offset, reason: "not a record")
        }
        do throws(RecordError) {
            return try record.entity()
        } catch {
            throw JournalDamage(offset: place.lowerBound, reason: error.explanation)
        }
    }
}

/// What a line of the journal says of one entity.
struct JournalRow<Entity: StoredEntity>: Identifiable, Sendable {
    let id: Entity.ID
    /// Where its record stands; nil where it is deleted.
    let place: Range<Int>?
}

extension Array {
    /// Keeps the last row of each identifier, in the order of these, without the deleted ones.
    fileprivate mutating func keepLatestInOrder<Entity>() where Element == JournalRow<Entity> {
        // Stable, and quick where long stretches are in order already.
        sort { $0.id < $1.id }
        var kept = 0
        for index in indices {
            if index + 1 < endIndex, self[index].id == self[index + 1].id { continue }
            if self[index].place == nil { continue }
            self[kept] = self[index]
            kept += 1
        }
        removeSubrange(kept...)
    }
}

/// What makes a journal unreadable, and where, counted in bytes.
struct JournalDamage: Error {
    let offset: Int
    let reason: String
}
