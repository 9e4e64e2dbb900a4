/// Adds the entities of a list and, if asked to, updates those that the library already has.
///
/// A row is the entity of its identifier. Without one, it is an entity of its name, ignoring case and accents, that has
/// the same values, or else the only one of that name, unless an earlier row is that. So importing a list again adds
/// nothing, and of two rows with one name none is lost.
public struct ImportEntities<Entity: FieldedEntity>: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// Returns what became of the rows. Each `batchSize` rows are one unit of work, so one that was interrupted can be
    /// repeated. Throws `LibraryError.store`.
    public func callAsFunction(
        _ rows: [ListedEntity<Entity>], updates: Bool
    ) async throws(LibraryError) -> ImportReport {
        var report = ImportReport()
        var met: Set<Entity.ID> = []
        var start = 0
        while start < rows.count {
            let batch = rows[start...].prefix(max(1, context.library.batchSize))
            let done = try await context.library.perform { [met] unit throws(LibraryError) in
                try await self.importing(batch, in: unit, updates: updates, met: met)
            }
            report.add(done.report)
            met = done.met
            start += batch.count
        }
        return report
    }

    /// `met` are the entities that earlier rows were.
    private func importing(
        _ rows: ArraySlice<ListedEntity<Entity>>, in unit: UnitOfWork, updates: Bool, met: Set<Entity.ID>
    ) async throws(LibraryError) -> Batch {
        let repository = unit.repository(of: Entity.self)
        var batch = Batch(met: met)
        let all = try await repository.all()
        var known = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
        var ids = Dictionary(grouping: all) { context.folding($0.displayName) }.mapValues { $0.map(\.id) }
        for row in rows {
            do {
                let id: Entity.ID
                if let given = row.id {
                    id = given
                } else {
                    let new = try Entity(id: context.newID(), draft: row.draft)
                    let named = ids[context.folding(new.displayName)] ?? []
                    let same = named.first { id in known[id].map { row.changing($0.draft) == $0.draft } ?? false }
                    id = same ?? (named.count == 1 ? named.first { !batch.met.contains($0) } : nil) ?? new.id
                }
                let before = known[id]
                let after = try Entity(id: id, draft: row.changing(before?.draft ?? Entity.Draft()))
                try await unit.requireReferences(of: after.draft, before: before?.draft ?? Entity.Draft())
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

    private struct Batch {
        var report = ImportReport()
        var met: Set<Entity.ID>
    }
}

/// A row of a list.
public struct ListedEntity<Entity: FieldedEntity>: Hashable, Sendable {
    /// Counted from 1.
    public let line: Int
    public let id: Entity.ID?
    public let draft: Entity.Draft
    /// The fields that the list has. An update leaves the others as they are.
    public let fields: [Entity.Draft.Field]

    public init(
        line: Int, id: Entity.ID?, draft: Entity.Draft, fields: [Entity.Draft.Field] = Entity.Draft.Field.allCases
    ) {
        self.line = line
        self.id = id
        self.draft = draft
        self.fields = fields
    }

    /// `draft` with the values of this row.
    func changing(_ draft: Entity.Draft) -> Entity.Draft {
        var changed = draft
        for field in fields { changed[field] = self.draft[field] }
        return changed
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
            self.line = line
            self.field = field
            self.error = error
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
