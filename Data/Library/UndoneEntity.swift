import Domain
import Storage

extension StoredEntity {
    /// Stages what undoing does to an entity, and returns it as it will be, or as it was before it is removed. Throws
    /// `UndoError.changedSince`.
    static func stage(
        _ undo: RecordUndo, in unit: StagedUnit
    ) async throws(LibraryError) -> (change: RecordChange, entity: any StoredEntity) {
        let (now, after) = (try undo.now.map(kept), try undo.after.map(kept))
        guard !undo.isChangedSince, let entity = after ?? now else {
            throw .undo(.changedSince((now ?? after)?.described.name ?? name(of: "\(undo.id)")))
        }
        let repository = unit.repository(of: Self.self)
        if let after { try await repository.save(after) } else { try await repository.delete(entity.id) }
        let change = RecordChange(
            kind: kind, id: undo.id, json: undo.after, keys: after?.storedKeys ?? [], oldKeys: now?.storedKeys ?? [])
        return (change, entity)
    }

    /// The names of those of these entities that the unit has.
    static func names(
        of references: Set<EntityReference>, in unit: StagedUnit
    ) async throws(LibraryError) -> [EntityReference: EntityName] {
        guard references.contains(where: { $0.type == ObjectIdentifier(Self.self) }) else { return [:] }
        let found = try await unit.repository(of: Self.self).all().filter { references.contains($0.reference) }
        return Dictionary(uniqueKeysWithValues: found.map { ($0.reference, $0.described.name) })
    }

    /// Its name; without a text, by those that it refers to.
    func name(by names: [EntityReference: EntityName]) -> EntityName {
        var (name, references) = described
        if name.text.isEmpty { name.text = references.compactMap { names[$0]?.text }.joined(separator: ", ") }
        return name
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

    private static func kept(_ json: [UInt8]) throws(LibraryError) -> Self {
        try mapError(
            { (error: RecordError) in
                LibraryError.store(.damaged(location: "what undo keeps", line: nil, reason: error.explanation))
            }, read(json[...]))
    }
}

/// A reference to an entity, by its type and its identifier.
struct EntityReference: Hashable {
    let type: ObjectIdentifier
    let id: String
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
