import Domain
import Storage

/// What is stored of an entity: its members under the names that they have in files, apart from all rules.
protocol EntityRecord: Sendable {
    associatedtype Entity

    /// An empty record, to be read into.
    init()
    init(_ entity: Entity)

    /// Shows `visitor` every member, the identifier first. It is the one description of the record: reading, writing,
    /// the names that this version knows and the columns of the project's own lists follow from it.
    mutating func members<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure)

    /// The entity, held against its rules. Called when all required members have been read.
    func entity() throws(RecordError) -> Entity
}

/// An entity that a library can store.
protocol StoredEntity: LibraryEntity {
    associatedtype Record: EntityRecord where Record.Entity == Self

    /// How stores name the type.
    static var kind: RecordKind { get }

    /// The form that a lookup key has in a store. Its value occurs in the record as it is.
    static func stored(_ key: LookupKey) -> Storage.LookupKey

    /// The entities that these records are, in their order. Throws `StoreError.damaged`, naming the first record that is
    /// none.
    ///
    /// This and the next are requirements so that they are compiled for each type: what is generic at run time takes
    /// twice as long to read a library.
    static func entities(in batch: RecordBatch) throws(LibraryError) -> [Self]

    /// The record, with those members of the record it replaces that this version does not know.
    func json(over old: ArraySlice<UInt8>?) -> [UInt8]
}

extension StoredEntity where LookupKey == Never {
    static func stored(_ key: Never) -> Storage.LookupKey {}
}

extension StoredEntity {
    static func entities(in batch: RecordBatch) throws(LibraryError) -> [Self] {
        let parts = batch.bytes.withUnsafeBufferPointer { buffer in
            batch.rows.concurrentMapOfParts { part in
                Result { () throws(LibraryError) in
                    var entities: [Self] = []
                    entities.reserveCapacity(part.count)
                    for row in part {
                        do throws(RecordError) {
                            let entity = try Record(buffer, row.range).entity()
                            // A journal tells records by this member, other stores by a key, which may name another.
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

    func json(over old: ArraySlice<UInt8>?) -> [UInt8] {
        Record(self).json(keepingUnknownOf: old)
    }
}
