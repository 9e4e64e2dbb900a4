import Domain

/// Where in the journal the latest record of each entity of one type stands. Records become entities only when they
/// are asked for, since most runs of the program need few of them.
struct JournalTable<Entity: StoredEntity>: Sendable {
    private(set) var places: [Entity.ID: Range<Int>] = [:]
    /// How many bytes of the journal these records are.
    private(set) var size = 0
    /// All entities as they were read last, and what has changed since.
    private var known: [Entity]?
    private var stale: Set<Entity.ID> = []

    /// Makes room for so many entities.
    mutating func reserveCapacity(_ count: Int) {
        places.reserveCapacity(count)
    }

    mutating func put(_ id: Entity.ID, at place: Range<Int>) {
        if let old = places.updateValue(place, forKey: id) { size -= old.count }
        size += place.count
        if known != nil { stale.insert(id) }
    }

    mutating func remove(_ id: Entity.ID) {
        guard let old = places.removeValue(forKey: id) else { return }
        size -= old.count
        if known != nil { stale.insert(id) }
    }

    /// The places in the order of the identifiers.
    var placesInOrder: [Range<Int>] {
        places.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Ordered by identifier.
    mutating func all(in bytes: [UInt8]) throws(JournalDamage) -> [Entity] {
        if let known, stale.isEmpty { return known }
        let entities: [Entity]
        if let known {
            var changes = EntityChanges<Entity>()
            changes.delete(stale.filter { places[$0] == nil })
            changes.save(try read(stale.compactMap { places[$0] }, in: bytes))
            entities = changes.applied(to: known)
        } else {
            entities = try read(placesInOrder, in: bytes)
        }
        known = entities
        stale = []
        return entities
    }

    /// At least those entities whose record `filter` lets through, ordered by identifier.
    mutating func all(in bytes: [UInt8], through filter: RecordTextFilter?) throws(JournalDamage) -> [Entity] {
        guard known == nil, let filter else { return try all(in: bytes) }
        let rows = Array(places)
        let likely = bytes.withUnsafeBufferPointer { buffer in
            inParts(of: rows) { part in part.filter { filter.mayMatch(buffer, $0.value) } }
        }
        return try read(likely.joined().sorted { $0.key < $1.key }.map(\.value), in: bytes)
    }

    func find(_ id: Entity.ID, in bytes: [UInt8]) throws(JournalDamage) -> Entity? {
        guard let place = places[id] else { return nil }
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
            return places.filter { contains(mark, in: buffer, $0.value) }.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    private func read(_ places: [Range<Int>], in bytes: [UInt8]) throws(JournalDamage) -> [Entity] {
        let parts = bytes.withUnsafeBufferPointer { buffer in
            inParts(of: places) { part in
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

    /// What `transform` makes of each part of `rows`, in order. A part is large enough to be worth a thread of its own.
    private func inParts<Row, Value: Sendable>(of rows: [Row], _ transform: (ArraySlice<Row>) -> Value) -> [Value] {
        let size = 2000
        return concurrentMap((rows.count + size - 1) / size) { transform(rows[($0 * size)...].prefix(size)) }
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

/// What makes a journal unreadable, and where, counted in bytes.
struct JournalDamage: Error {
    let offset: Int
    let reason: String
}
