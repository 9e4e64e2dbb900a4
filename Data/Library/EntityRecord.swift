import Domain
import Storage

/// The stored form of an entity: its members by their names in files, not yet checked by the entity's rules.
protocol EntityRecord: Sendable {
    associatedtype Entity

    /// An empty record, for reading into.
    init()
    init(_ entity: Entity)

    /// Passes every member to `visitor`, the identifier first. This one description of the record defines how it is
    /// read and written, which names this version knows, and the columns of this program's own lists.
    mutating func members<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure)

    /// The entity, checked by its rules. Called once all required members have been read.
    func entity() throws(RecordError) -> Entity

    /// The same entity, for texts that are tidy. Only a type with so many texts that tidying them takes long needs this.
    func tidyEntity() throws(RecordError) -> Entity
}

extension EntityRecord {
    func tidyEntity() throws(RecordError) -> Entity { try entity() }
}

/// An entity that a library can store.
protocol StoredEntity: LibraryEntity {
    associatedtype Record: EntityRecord where Record.Entity == Self

    /// The name of the type in stores.
    static var kind: RecordKind { get }

    /// What people call the type: "1 person", "2 people". The plural is also its name in JSON.
    static var noun: (singular: String, plural: String) { get }

    /// The member of the record that has the key's value.
    static func stored(_ key: LookupKey) -> StoredKey

    /// The entities in these records, in the same order. Throws `StoreError.damaged` with the location of the first
    /// invalid record.
    ///
    /// This method and those below are requirements so that they are specialised for each type. Without that, reading a
    /// library takes twice as long, and a large import a sixth longer.
    ///
    /// Optional members that are not `needed` may be missing in the entities; nil for all.
    static func entities(in batch: RecordBatch, needed: Set<String>?) throws(LibraryError) -> [Self]

    /// The entities of these that have one of the keys, in the same order.
    static func entities(of entities: [Self], having keys: Set<LookupKey>) -> [Self]

    /// Adds the entities to an index of their lookup keys.
    static func index(_ entities: [Self], in index: inout [LookupKey: [ID]])

    /// The record in JSON. Keeps those members of `old`, the record being replaced, that this version doesn't know.
    func json(over old: ArraySlice<UInt8>?) -> [UInt8]
}

extension StoredEntity where LookupKey == Never {
    static func stored(_ key: Never) -> StoredKey {}
}

extension StoredEntity {
    /// The names of its kind, in words.
    static var noun: (singular: String, plural: String) { (kind.singular.inWords, kind.plural.inWords) }

    static func entities(in batch: RecordBatch) throws(LibraryError) -> [Self] { try entities(in: batch, needed: nil) }

    static func entities(in batch: RecordBatch, needed: Set<String>?) throws(LibraryError) -> [Self] {
        let skipped = needed.map { Record.members(besides: $0) } ?? []
        let parts = batch.bytes.withUnsafeBufferPointer { buffer in
            batch.rows.concurrentMapOfParts { part in
                Result { () throws(LibraryError) in
                    var entities: [Self] = []
                    entities.reserveCapacity(part.count)
                    for row in part {
                        do throws(RecordError) {
                            let entity = try Record.entity(
                                in: buffer, row.range, isVerified: batch.isVerified, skipping: skipped)
                            // Journals identify a record by this member, other stores by a key, which may differ.
                            guard entity.id.recordID == row.id else {
                                throw RecordError(member: "id", reason: .wrongValue("\(entity.id)"))
                            }
                            entities.append(entity)
                        } catch {
                            let location = batch.location(of: row)
                            throw .store(
                                .damaged(location: location.name, line: location.line, reason: error.explanation))
                        }
                    }
                    return entities
                }
            }
        }
        if parts.count == 1 { return try parts[0].get() }
        var entities: [Self] = []
        entities.reserveCapacity(batch.rows.count)
        for part in parts { entities += try part.get() }
        return entities
    }

    static func entities(of entities: [Self], having keys: Set<LookupKey>) -> [Self] {
        entities.filter { $0.lookupKeys.contains(where: keys.contains) }
    }

    static func index(_ entities: [Self], in index: inout [LookupKey: [ID]]) {
        for entity in entities {
            for key in entity.lookupKeys { index[key, default: []].append(entity.id) }
        }
    }

    /// The entity in one record.
    static func read(_ json: ArraySlice<UInt8>, isVerified: Bool = false) throws(RecordError) -> Self {
        try json.withUnsafeBufferPointer { bytes throws(RecordError) in
            try Record.entity(in: bytes, bytes.indices, isVerified: isVerified)
        }
    }

    func json(over old: ArraySlice<UInt8>?) -> [UInt8] { Record(self).json(keepingUnknownOf: old) }
}
