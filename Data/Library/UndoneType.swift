import Domain
import Storage

/// Changes to undo, by the plural of their kind. Of one record, what it was first, and what was saved last.
struct MergedChanges {
    private(set) var kinds: [String: [RecordID: RecordedChanges.Change]] = [:]

    /// Adds the changes of a unit, in the order in which units are undone.
    mutating func add(_ changes: RecordedChanges) {
        for (kind, changes) in changes.kinds {
            for change in changes {
                let saved = kinds[kind]?[change.id].map(\.saved) ?? change.saved
                kinds[kind, default: [:]][change.id] = .init(id: change.id, saved: saved, before: change.before)
            }
        }
    }
}

/// What undoing does to the entities of one type.
struct UndoneType {
    let kind: String
    fileprivate(set) var changes: [RecordChange] = []
    /// What brings them back.
    fileprivate(set) var inverse: [RecordedChanges.Change] = []
    fileprivate(set) var effects: [UndoEffect] = []
    fileprivate(set) var saved: [any StoredEntity] = []
    fileprivate(set) var removed: [EntityReference] = []

    /// Names entities without a text of their own by those that they refer to. `names` are those of undone entities, by
    /// identifier.
    mutating func nameByReferences(
        _ names: [String: String], _ schema: LibrarySchema, _ unit: StagedUnit
    ) async throws(UndoError) {
        for index in effects.indices where effects[index].entity.text.isEmpty {
            var texts: [String] = []
            for reference in effects[index].references {
                if let name = names[reference.id] {
                    texts.append(name)
                } else if let name = try await schema.type(of: reference)?.name(of: reference.id, in: unit) {
                    texts.append(name.text)
                }
            }
            effects[index].entity.text = texts.joined(separator: ", ")
        }
    }
}

extension LibrarySchema {
    fileprivate func type(of reference: EntityReference) -> (any StoredEntity.Type)? {
        types.first { ObjectIdentifier($0) == reference.type }
    }
}

extension StoredEntity {
    /// Stages what undoing these changes does. Throws if a record has changed since.
    static func undoing(
        _ changes: [RecordID: RecordedChanges.Change], in records: any RecordReader, _ unit: StagedUnit
    ) async throws(UndoError) -> UndoneType {
        let ids = changes.keys.sorted()
        let batch = try await forUndo(try await reading(await records.records(ids, of: kind)))
        let present = Dictionary(batch.rows.map { ($0.id, Array(batch.bytes[$0.range])) }) { first, _ in first }
        var undone = UndoneType(kind: kind.plural)
        var (saved, deleted): ([Self], [Self.ID]) = ([], [])
        for id in ids {
            guard let change = changes[id], let json = change.before ?? present[id] else { continue }
            let now = present[id]
            guard now?.checksum == change.saved else { throw .changedSince(try entity(json).described.name) }
            let (before, entity) = (try change.before.map(Self.entity), try now.map(Self.entity))
            undone.changes.append(
                RecordChange(
                    kind: kind, id: id, json: change.before, keys: before?.storedKeys ?? [],
                    oldKeys: entity?.storedKeys ?? []))
            undone.inverse.append(.init(id: id, saved: change.before?.checksum, before: now))
            if let before { saved.append(before) } else if let entity { deleted.append(entity.id) }
            let described = (before ?? entity)?.described
            if let described {
                let change: UndoEffect.Change = before == nil ? .removed : now == nil ? .restored : .changed
                undone.effects.append(
                    UndoEffect(
                        change: change, entity: described.name, json: json,
                        members: change == .changed ? json.members(changedFrom: now ?? []) : [],
                        references: described.references))
            }
        }
        (undone.saved, undone.removed) = (saved, deleted.map(\.reference))
        let repository = unit.repository(of: Self.self)
        try await forUndo(try await repository.save(saved))
        try await forUndo(try await repository.delete(deleted))
        return undone
    }

    /// Throws if a rule forbids this entity beside the others of the unit: it would share a key that only one can have,
    /// or refer to an entity that isn't there.
    func requireAllowed(_ schema: LibrarySchema, _ unit: StagedUnit) async throws(UndoError) {
        if let key = uniqueKey {
            let matching = try await forUndo(try await unit.repository(of: Self.self).matching(key))
            if let other = matching.first(where: { $0.id != id }) {
                throw .taken(described.name, member: Self.stored(key).member, by: other.described.name)
            }
        }
        for reference in described.references {
            guard let type = schema.type(of: reference), try await type.name(of: reference.id, in: unit) == nil else {
                continue
            }
            let noun = type.noun
            let missing = EntityName(noun: noun.singular, plural: noun.plural, id: reference.id, text: "")
            throw .missing(missing, for: described.name)
        }
    }

    /// Throws if an entity of this type refers to one of these, which are removed.
    static func requireNone(of removed: Set<EntityReference>, _ unit: StagedUnit) async throws(UndoError) {
        for entity in try await forUndo(try await unit.repository(of: Self.self).all()) {
            let described = entity.described
            if described.references.contains(where: removed.contains) { throw .inUse(by: described.name) }
        }
    }

    fileprivate static func name(of id: String, in unit: StagedUnit) async throws(UndoError) -> EntityName? {
        guard let id = Self.ID(id) else { return nil }
        return try await forUndo(try await unit.repository(of: Self.self).find(id))?.described.name
    }

    private static func entity(_ json: [UInt8]) throws(UndoError) -> Self {
        do throws(RecordError) {
            return try json.withUnsafeBufferPointer { bytes throws(RecordError) in
                try Record.entity(in: bytes, bytes.indices, isVerified: false)
            }
        } catch {
            throw .library(.store(.damaged(location: "what undo keeps", line: nil, reason: error.explanation)))
        }
    }

    /// Its name, and the entities that it refers to.
    private var described: (name: EntityName, references: [EntityReference]) {
        var (record, members) = (Record(self), DescribedMembers())
        record.members(&members)
        let noun = Self.noun
        let name = EntityName(noun: noun.singular, plural: noun.plural, id: "\(id)", text: members.text ?? "")
        return (name, members.references)
    }
}

/// The first text of a record, and its references.
private struct DescribedMembers: MemberVisitor {
    private(set) var text: String?
    private(set) var references: [EntityReference] = []

    mutating func member<Value: MemberValue>(_ name: StaticString, _ value: inout Value, isRequired: Bool) {
        if "\(name)" == "id" { return }
        if let value = value as? String {
            text = text ?? value
        } else if let value = value as? any ReferringValue {
            references.append(value.reference)
        }
    }
}

private protocol ReferringValue {
    var reference: EntityReference { get }
}

extension Identifier: ReferringValue {
    fileprivate var reference: EntityReference { EntityReference(type: ObjectIdentifier(Subject.self), id: description) }
}

extension [UInt8] {
    /// The members of this record that differ in an earlier one.
    fileprivate func members(changedFrom old: [UInt8]) -> [(name: String, before: String?, after: String?)] {
        let (before, after) = (old.members, members)
        let names = after.map(\.name) + before.map(\.name).filter { name in !after.contains { $0.name == name } }
        return names.compactMap { name in
            let (before, after) = (before.first { $0.name == name }?.value, after.first { $0.name == name }?.value)
            return before == after ? nil : (name, before, after)
        }
    }

    private var members: [(name: String, value: String)] {
        var members: [(name: String, value: String)] = []
        // Both were read as records before, so this can't fail.
        try? JSONScanner.scan(self) { scanner throws(JSONError) in
            try scanner.object { name, value throws(JSONError) in
                members.append((try name.text(), try value.json()))
            }
        }
        return members
    }
}

/// The result of `work`; an error becomes `UndoError.library`.
func forUndo<Value>(
    _ work: @autoclosure () async throws(LibraryError) -> Value
) async throws(UndoError) -> Value {
    do {
        return try await work()
    } catch {
        throw .library(error)
    }
}
