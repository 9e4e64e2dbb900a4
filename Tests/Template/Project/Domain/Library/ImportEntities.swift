/// Adds the entities of a list and, if asked to, updates those that the library already has.
///
/// A row is the entity of its identifier; without one, the only entity of its name, ignoring case and accents. So
/// importing a list again adds nothing.
public struct ImportEntities<Entity: FieldedEntity>: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// Returns what became of the rows. Each `batchSize` rows are one unit of work, so one that was interrupted can be
    /// repeated. Throws `LibraryError.store`.
    public func callAsFunction(
        _ rows: [ListedEntity<Entity>], updates: Bool
    ) async throws(LibraryError) -> ImportReport {
        var report = ImportReport()
        var start = 0
        while start < rows.count {
            let batch = rows[start...].prefix(max(1, context.library.batchSize))
            report.add(
                try await context.library.perform { unit throws(LibraryError) in
                    try await self.importing(batch, in: unit, updates: updates)
                })
            start += batch.count
        }
        return report
    }

    private func importing(
        _ rows: ArraySlice<ListedEntity<Entity>>, in unit: UnitOfWork, updates: Bool
    ) async throws(LibraryError) -> ImportReport {
        let repository = unit.repository(of: Entity.self)
        var report = ImportReport()
        let all = try await repository.all()
        var known = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
        var ids = Dictionary(grouping: all) { context.folding($0.displayName) }.mapValues { $0.map(\.id) }
        var saved: [Entity.ID: Entity] = [:]
        for row in rows {
            do {
                let new = try Entity(id: row.id ?? context.newID(), draft: row.draft)
                let name = context.folding(new.displayName)
                let sameName = row.id == nil && ids[name]?.count == 1 ? ids[name]?.first : nil
                let before = known[sameName ?? new.id]
                try await unit.requireReferences(of: row.draft, before: before?.draft ?? Entity.Draft())
                guard let before else {
                    known[new.id] = new
                    ids[name, default: []].append(new.id)
                    saved[new.id] = new
                    report.added += 1
                    continue
                }
                let after = try Entity(id: before.id, draft: row.draft)
                if updates, after != before {
                    known[before.id] = after
                    saved[before.id] = after
                    report.updated += 1
                } else {
                    report.skipped += 1
                }
            } catch .store(let error) {
                throw .store(error)
            } catch {
                report.rejected.append(.init(line: row.line, error: error))
            }
        }
        try await repository.save(Array(saved.values))
        return report
    }
}

/// A row of a list.
public struct ListedEntity<Entity: FieldedEntity>: Hashable, Sendable {
    /// Counted from 1.
    public let line: Int
    public let id: Entity.ID?
    public let draft: Entity.Draft

    public init(line: Int, id: Entity.ID?, draft: Entity.Draft) {
        self.line = line
        self.id = id
        self.draft = draft
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
