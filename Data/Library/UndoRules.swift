import Domain
import Storage

extension StoredEntity {
    /// Stages what undoing does to an entity, and returns it as it will be, or as it was before it is removed. Throws
    /// `UndoError.changedSince`.
    static func stage(
        _ undo: RecordUndo, in unit: StagedUnit
    ) async throws(LibraryError) -> (change: RecordChange, entity: any StoredEntity) {
        let (now, after) = (try undo.now.map(read), try undo.after.map(read))
        guard !undo.isChangedSince, let entity = after ?? now else {
            throw .undo(.changedSince((now ?? after)?.described.name ?? name(of: "\(undo.id)")))
        }
        let repository = unit.repository(of: Self.self)
        if let after { try await repository.save(after) } else { try await repository.delete(entity.id) }
        let change = RecordChange(
            kind: kind, id: undo.id, json: undo.after, keys: after?.storedKeys ?? [], oldKeys: now?.storedKeys ?? [])
        return (change, entity)
    }

    /// Throws if a rule forbids this entity beside the others: it has a unique key of another one, or refers to one that
    /// isn't there.
    func requireAllowed(_ schema: LibrarySchema, in unit: StagedUnit) async throws(LibraryError) {
        let (name, references) = described
        let same = if let key = uniqueKey { try await unit.repository(of: Self.self).matching(key) } else { [Self]() }
        if let other = same.first(where: { $0.id != id }) { throw .undo(.taken(name, by: other.described.name)) }
        for reference in references {
            guard let type = schema.type(of: reference), try await type.name(of: reference, in: unit) == nil else {
                continue
            }
            throw .undo(.missing(type.name(of: reference.id), for: name))
        }
    }

    /// Throws if an entity of this type refers to one of these, which are removed.
    static func requireNone(of removed: Set<EntityReference>, in unit: StagedUnit) async throws(LibraryError) {
        for entity in try await unit.repository(of: Self.self).all() {
            let (name, references) = entity.described
            if references.contains(where: removed.contains) { throw .undo(.inUse(by: name)) }
        }
    }

    /// The entity's name; nil if the unit lacks it.
    static func name(of reference: EntityReference, in unit: StagedUnit) async throws(LibraryError) -> EntityName? {
        guard let id = Self.ID(reference.id) else { return nil }
        return try await unit.repository(of: Self.self).find(id)?.described.name
    }

    var reference: EntityReference { id.reference }

    /// Its name, and what it refers to.
    var described: (name: EntityName, references: [EntityReference]) {
        var (record, members) = (Record(self), DescribedMembers())
        record.members(&members)
        return (Self.name(of: "\(id)", members.text ?? ""), members.references)
    }

    private static func name(of id: String, _ text: String = "") -> EntityName {
        EntityName(noun: noun.singular, plural: noun.plural, id: id, text: text)
    }

    private static func read(_ json: [UInt8]) throws(LibraryError) -> Self {
        do throws(RecordError) {
            return try json.withUnsafeBufferPointer { bytes throws(RecordError) in
                try Record.entity(in: bytes, bytes.indices, isVerified: false)
            }
        } catch {
            throw .store(.damaged(location: "what undo keeps", line: nil, reason: error.explanation))
        }
    }
}

/// A reference to an entity, by its type and its identifier.
struct EntityReference: Hashable {
    let type: ObjectIdentifier
    let id: String
}

extension LibrarySchema {
    func type(of reference: EntityReference) -> (any StoredEntity.Type)? {
        types.first { ObjectIdentifier($0) == reference.type }
    }
}

private protocol Referring {
    var reference: EntityReference { get }
}

extension Identifier: Referring {
    fileprivate var reference: EntityReference {
        EntityReference(type: ObjectIdentifier(Subject.self), id: description)
    }
}

/// The first text of a record, and its references.
private struct DescribedMembers: MemberVisitor {
    private(set) var text: String?
    private(set) var references: [EntityReference] = []

    mutating func member<Value: MemberValue>(_ name: StaticString, _ value: inout Value, isRequired: Bool) {
        if "\(name)" == "id" { return }
        if let value = value as? String { text = text ?? value }
        if let value = value as? any Referring { references.append(value.reference) }
    }
}
