/// Adds the entities of a list and, if asked to, updates those that the library already has.
///
/// A row is the entity of its identifier. Without one, it is an entity of its name, ignoring case and accents, that has
/// the same values, or else the only one of that name, unless an earlier row is that. So importing a list again adds
/// nothing, and two rows of a name stay two. A new one is completed as by `AddEntity`; what breaks a rule is rejected.
public struct ImportEntities<Entity: FieldedEntity>: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// Returns what became of the rows. At most `batchSize` rows are one unit of work, so one that was interrupted can be
    /// repeated. Throws `LibraryError.store`.
    public func callAsFunction(
        _ rows: [ImportedEntity<Entity>], updates: Bool
    ) async throws(LibraryError) -> ImportReport {
        var report = ImportReport()
        var met: Set<Entity.ID> = []
        var rest = rows[...]
        let limit = max(1, context.library.batchSize)
        var size = limit
        while let row = rest.first {
            let batch = rest.prefix(size)
            do {
                let done = try await context.library.perform { [met] unit throws(LibraryError) in
                    try await self.importing(batch, in: unit, updates: updates, met: met)
                }
                report.add(done.report)
                met = done.met
            } catch .store(let error) {
                throw .store(error)
            } catch {
                // A row breaks a rule of what refers to it. Halves find it.
                if batch.count > 1 {
                    size = batch.count / 2
                    continue
                }
                report.rejected.append(.init(line: row.line, error: error))
            }
            rest = rest.dropFirst(batch.count)
            size = size > limit / 2 ? limit : 2 * size
        }
        return report
    }

    /// `met` are the entities that earlier rows were.
    private func importing(
        _ rows: ArraySlice<ImportedEntity<Entity>>, in unit: UnitOfWork, updates: Bool, met: Set<Entity.ID>
    ) async throws(LibraryError) -> Batch {
        let repository = unit.repository(of: Entity.self)
        var batch = Batch(met: met)
        let all = try await repository.all()
        var known = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
        var ids = Dictionary(grouping: all) { context.folding($0.displayName) }.mapValues { $0.map(\.id) }
        for row in rows {
            do {
                let row = try await resolved(row, in: unit, known: &batch.identifiers)
                var draft = row.draft
                Entity.follow(&draft, since: nil, chosen: Set(row.fields), today: context.today())
                let id: Entity.ID
                if let given = row.id {
                    id = given
                } else {
                    let new = try Entity(id: context.newID(), draft: draft)
                    let named = ids[context.folding(new.displayName)] ?? []
                    let same = named.first { id in known[id].map { row.changing($0.draft) == $0.draft } ?? false }
                    id = same ?? (named.count == 1 ? named.first { !batch.met.contains($0) } : nil) ?? new.id
                }
                let before = known[id]
                let after = try Entity(id: id, draft: before.map { row.changing($0.draft) } ?? draft)
                try await unit.check(after, replacing: before)
                batch.met.insert(id)
                if before == nil {
                    ids[context.folding(after.displayName), default: []].append(id)
                    batch.report.added += 1
                } else if updates, after != before {
                    batch.report.updated += 1
                } else {
                    batch.report.skipped += 1
                    continue
                }
                known[id] = after
                // Saved at once, so that the rules of the next rows see it.
                try await repository.save(after)
            } catch .store(let error) {
                throw .store(error)
            } catch {
                batch.report.rejected.append(.init(line: row.line, error: error))
            }
        }
        return batch
    }

    /// The row with the identifiers of what it refers to. Throws what `add` would.
    private func resolved(
        _ row: ImportedEntity<Entity>, in unit: UnitOfWork, known: inout Identifiers
    ) async throws(LibraryError) -> ImportedEntity<Entity> {
        var row = row
        for field in Entity.Draft.Field.allCases {
            guard let name = row.references[field], let target = field.kind.target else { continue }
            // An earlier row may be what a field refers to.
            if known[field]?[name] == nil || target.type == Entity.self {
                do throws(LibraryError) {
                    let value = try await target.type.reference(named: name, in: unit, folding: context.folding)
                    known[field, default: [:]][name] = .success(value)
                } catch {
                    known[field, default: [:]][name] = .failure(error)
                }
            }
            row.draft[field] = try known[field]?[name]?.get() ?? .none
        }
        return row
    }

    private struct Batch {
        var report = ImportReport()
        var met: Set<Entity.ID>
        var identifiers: Identifiers = [:]
    }

    /// What names mean, by field and name.
    private typealias Identifiers = [Entity.Draft.Field: [String: Result<FieldValue, LibraryError>]]
}

/// A row of a list.
public struct ImportedEntity<Entity: FieldedEntity>: Hashable, Sendable {
    /// Counted from 1.
    public let line: Int
    public let id: Entity.ID?
    /// Without what `references` has.
    public fileprivate(set) var draft: Entity.Draft
    /// What the list says that the fields refer to: names, as a person writes them, or identifiers.
    public let references: [Entity.Draft.Field: String]
    /// The fields that the list has. An update leaves the others as they are.
    public let fields: [Entity.Draft.Field]

    public init(
        line: Int, id: Entity.ID?, draft: Entity.Draft, references: [Entity.Draft.Field: String] = [:],
        fields: [Entity.Draft.Field] = Entity.Draft.Field.allCases
    ) {
        (self.line, self.id, self.draft, self.references, self.fields) = (line, id, draft, references, fields)
    }

    /// `draft` with the values of this row.
    func changing(_ draft: Entity.Draft) -> Entity.Draft {
        fields.reduce(into: draft) { changed, field in changed[field] = self.draft[field] }
    }
}

/// What became of the rows of a list.
public struct ImportReport: Hashable, Sendable {
    public var added = 0
    public var updated = 0
    public var skipped = 0
    public var rejected: [Rejection] = []

    public struct Rejection: Error, Hashable {
        public let line: Int
        /// The name of the field whose value can't be read; nil if something else is wrong.
        public let field: String?
        public let error: LibraryError

        public init(line: Int, field: String? = nil, error: LibraryError) {
            (self.line, self.field, self.error) = (line, field, error)
        }
    }

    public init() {}

    mutating func add(_ other: ImportReport) {
        added += other.added
        updated += other.updated
        skipped += other.skipped
        rejected += other.rejected
    }
}
