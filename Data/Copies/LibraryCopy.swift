public import Domain
import Storage

/// Another version of a library, such as one that a synchronised folder keeps beside it after changes on two machines.
public struct LibraryCopy: Sendable {
    /// What taking in the copy would do to each entity. One that only the copy has is `.restored`. One that both have is
    /// `.changed`, and keeps what only the library has changed. One that only the library has is `.removed`, though
    /// `take` leaves it. Ordered by type, as in the schema, and by identifier.
    public let differences: [UndoEffect]
    private let library: LibrarySnapshot
    private let copy: LibrarySnapshot
    private let base: LibrarySnapshot
    private let old: Set<EntityReference>

    /// `base` is the library before the two versions parted, as far as it is known. What the copy has as it was then isn't
    /// a difference, even if it was changed or removed here.
    public init(_ copy: LibrarySnapshot, of library: LibrarySnapshot, since base: LibrarySnapshot = LibrarySnapshot()) {
        let copy = copy.identified(as: library)
        (self.copy, self.library, self.base, old) = (copy, library, base, base.references)
        let types = LibrarySchema.bookshelf.types
        let found = types.flatMap { $0.differences(in: copy, from: library, since: base) }
        let references = Set(found.flatMap { $0.entity.described.references })
        var names: [EntityReference: EntityName] = [:]
        for type in types { names.merge(type.names(of: references, in: copy, library)) { $1 } }
        differences = found.map { UndoEffect(undo: $0.undo, entity: $0.entity.name(by: names)) }
    }

    /// Saves what those of these differences that aren't `.removed` make of the library as it is then, and what those entities
    /// refer to where it lacked that, in one unit of work. Throws what saving them throws.
    public func take(_ chosen: [UndoEffect], into library: any Library) async throws(LibraryError) {
        let types = LibrarySchema.bookshelf.types
        let lacked = copy.references.subtracting(self.library.references)
        var wanted: Set<EntityReference> = []
        var added = Set(chosen.filter { $0.undo.effect != .removed }.compactMap { reference(to: $0) })
        while !added.isEmpty {
            wanted.formUnion(added)
            let needed = types.flatMap { $0.references(of: added, in: copy) }
            added = lacked.intersection(needed).subtracting(wanted)
        }
        try await library.perform { [wanted] unit throws(LibraryError) in
            for type in types { try await type.take(wanted, from: copy, since: base, in: unit) }
        }
    }

    /// Whether the library had this before the two versions parted, as far as it is known.
    public func isOld(_ difference: UndoEffect) -> Bool { reference(to: difference).map(old.contains) ?? false }

    private func reference(to effect: UndoEffect) -> EntityReference? {
        LibrarySchema.bookshelf.types.first { $0.kind.plural == effect.undo.kind }
            .map { EntityReference(type: ObjectIdentifier($0), id: "\(effect.undo.id)") }
    }
}

/// An entity that two versions of a library can have under identifiers of their own.
protocol RecognizedEntity: StoredEntity {
    /// Equal for entities that are the same; nil if nothing tells.
    var recognizedBy: String? { get }
}

extension LibrarySnapshot {
    fileprivate var references: Set<EntityReference> {
        LibrarySchema.bookshelf.types.reduce(into: []) { $0.formUnion($1.references(in: self)) }
    }

    /// This copy, in which what `library` has under another identifier has that one.
    fileprivate func identified(as library: LibrarySnapshot) -> LibrarySnapshot {
        let types = LibrarySchema.bookshelf.types
        var names: [String: String] = [:]
        for type in types { (type as? any RecognizedEntity.Type)?.addTwins(of: self, in: library, to: &names) }
        if names.isEmpty { return self }
        var copy = self
        for type in types { type.rename(names, in: &copy) }
        return copy
    }

    /// The library before two versions of its journal parted: what the lines say with which both begin. Empty if one of them
    /// was rewritten since, or is not a journal.
    public init(commonTo bytes: [UInt8], and others: [UInt8], format: String) {
        let count = zip(bytes, others).prefix { $0 == $1 }.count
        let lines = bytes[..<count].lastIndex(of: .lineFeed).map { Array(bytes[...$0]) } ?? []
        self = (try? LibraryBackup(lines, format: format, from: ""))?.contents ?? LibrarySnapshot()
    }
}

extension StoredEntity {
    fileprivate static func differences(
        in copy: LibrarySnapshot, from library: LibrarySnapshot, since base: LibrarySnapshot
    ) -> [(undo: RecordUndo, entity: any StoredEntity)] {
        let (here, there, before) = (byID(library), byID(copy), byID(base))
        let ids = Set(here.keys).union(there.keys).filter { here[$0] != there[$0] }
        return ids.sorted().compactMap { id in
            let now = here[id]
            let after = there[id].map { $0.merged(with: now, since: before[id]) }
            // The copy hasn't touched what was changed or removed here.
            if after == now || after != nil && after == before[id] { return nil }
            guard let entity = after ?? now, let recordID = RecordID("\(id)") else { return nil }
            let (nowJSON, afterJSON) = (now?.json(over: nil), after?.json(over: nil))
            return (RecordUndo(kind: kind.plural, id: recordID, now: nowJSON, after: afterJSON), entity)
        }
    }

    /// This entity of the copy, with what only the library has changed since: name by name in lists. Without `before`, what
    /// only the library has entered stays, too.
    private func merged(with now: Self?, since before: Self?) -> Self {
        guard let now else { return self }
        if let entity = self as? any FieldedEntity { return entity.merged(with: now, since: before) as? Self ?? self }
        guard let before, let id = RecordID("\(id)") else { return self }
        func members(_ entity: Self?, since before: Self? = nil) -> [(name: String, now: String?, after: String?)] {
            RecordUndo(kind: "", id: id, now: before?.json(over: nil), after: entity?.json(over: nil)).members
        }
        let changed = members(self, since: before)
        var json = JSONWriter()
        json.object { json in
            let kept = members(now).filter { member in !changed.contains { $0.name == member.name } }
            for (name, _, value) in kept + changed {
                guard let value else { continue }
                json.name(name)
                json.raw(Array(value.utf8))
            }
        }
        // Changes that don't go together: that of the copy is shown, and counts if it is taken.
        return (try? Self.read(json.bytes[...])) ?? self
    }

    fileprivate static func byID(_ library: LibrarySnapshot) -> [ID: Self] {
        Dictionary(uniqueKeysWithValues: library.entities(of: Self.self).map { ($0.id, $0) })
    }

    fileprivate static func names(
        of references: Set<EntityReference>, in copy: LibrarySnapshot, _ library: LibrarySnapshot
    ) -> [EntityReference: EntityName] {
        let entities = copy.entities(of: Self.self) + library.entities(of: Self.self)
        let found = entities.filter { references.contains($0.reference) }
        return Dictionary(found.map { ($0.reference, $0.described.name) }) { $1 }
    }

    fileprivate static func references(in library: LibrarySnapshot) -> [EntityReference] {
        library.entities(of: Self.self).map(\.reference)
    }

    /// What these entities of the copy refer to.
    fileprivate static func references(of entities: Set<EntityReference>, in copy: LibrarySnapshot) -> [EntityReference]
    {
        copy.entities(of: Self.self).filter { entities.contains($0.reference) }.flatMap { $0.described.references }
    }

    fileprivate static func take(
        _ wanted: Set<EntityReference>, from copy: LibrarySnapshot, since base: LibrarySnapshot, in unit: UnitOfWork
    ) async throws(LibraryError) {
        let (before, repository) = (byID(base), unit.repository(of: Self.self))
        var taken: [Self] = []
        for entity in copy.entities(of: Self.self) where wanted.contains(entity.reference) {
            taken.append(entity.merged(with: try await repository.find(entity.id), since: before[entity.id]))
        }
        if !taken.isEmpty { try await repository.save(taken) }
    }
}

extension FieldedEntity {
    /// Nil if the changes of both don't go together.
    fileprivate func merged(with now: any LibraryEntity, since before: (any LibraryEntity)?) -> Self? {
        guard let now = now as? Self else { return nil }
        let old = (before as? Self)?.draft ?? Draft()
        var draft = now.draft
        for field in Draft.Field.allCases {
            draft[field] = field.kind.repeating(changeFrom: old[field], to: self.draft[field], in: now.draft[field])
        }
        return try? Self(id: id, draft: draft)
    }
}

extension RecognizedEntity {
    /// Adds the identifiers of those entities of the copy that the library has under others.
    fileprivate static func addTwins(
        of copy: LibrarySnapshot, in library: LibrarySnapshot, to names: inout [String: String]
    ) {
        let (here, there) = (byID(library), byID(copy))
        let news = library.entities(of: Self.self).filter { there[$0.id] == nil }
        var twins = Dictionary(news.compactMap { twin in twin.recognizedBy.map { ($0, twin) } }) { first, _ in first }
        // Each is that of one only, even in a library that breaks a rule.
        for entity in copy.entities(of: Self.self) where here[entity.id] == nil {
            guard let twin = entity.recognizedBy.flatMap({ twins.removeValue(forKey: $0) }) else { continue }
            names["\(entity.id)"] = "\(twin.id)"
        }
    }
}

extension StoredEntity {
    /// Puts other identifiers for these, wherever they stand in a record.
    fileprivate static func rename(_ names: [String: String], in copy: inout LibrarySnapshot) {
        let entities = copy.entities(of: Self.self).map { entity in
            let json = String(decoding: entity.json(over: nil), as: UTF8.self)
            let parts = json.split(separator: "\"", omittingEmptySubsequences: false)
            let renamed = parts.map { names[String($0)] ?? String($0) }.joined(separator: "\"")
            return renamed == json ? entity : (try? read(Array(renamed.utf8)[...])) ?? entity
        }
        copy.set(entities.sorted { $0.id < $1.id })
    }
}
