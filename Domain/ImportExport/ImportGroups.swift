/// The rows of a list, grouped by the book that they describe. The order of the rows doesn't matter.
///
/// Rows with the same identifier describe one book. A row without an identifier belongs to the book that has its ISBN.
/// If rows with different identifiers have one ISBN, the later ones are rejected. A row with neither identifier nor
/// ISBN belongs to the only book that has its title and authors; if none or several have them, all such rows together
/// describe another book. Rows are ordered by their finish day, and then by their bytes.
struct ImportGroups {
    private(set) var groups: [ImportGroup] = []
    /// The rows that belong to no group: rejected ones, and those that are not meant to be books.
    private(set) var others: [BookImportReport.Row] = []
    private(set) var warnings: [BookImportReport.Warning] = []

    init(_ rows: [ImportRow], context: UseCaseContext) {
        let today = context.today()
        let rows = rows.compactMap { checked($0, newID: context.newID(), today: today) }
        var grouped = Dictionary(grouping: rows.filter { $0.imported.id != nil }, by: \.imported.id).values
            .map { ImportGroup($0, context: context) }
        grouped.sort { $0.rows[0] < $1.rows[0] }
        var owners: [ISBN: Int] = [:]
        for group in grouped {
            if let isbn = group.book.isbn {
                if let owner = owners[isbn] {
                    let reason = RejectionReason.sameISBN(isbn, line: groups[owner].lines[0])
                    others += group.lines.map { .init(line: $0, outcome: .rejected(reason)) }
                    continue
                }
                owners[isbn] = groups.count
            }
            groups.append(group)
        }
        var withoutISBN: [ImportGroup.Row] = []
        var joining: [Int: [ImportGroup.Row]] = [:]
        for row in rows where row.imported.id == nil {
            guard let isbn = row.book.isbn else {
                withoutISBN.append(row)
                continue
            }
            if let owner = owners[isbn] {
                joining[owner, default: []].append(row)
            } else {
                owners[isbn] = groups.count
                groups.append(ImportGroup([row], context: context))
            }
        }
        join(joining, context: context)
        joining = [:]
        var works: [String: (first: Int, count: Int)] = [:]
        for (index, group) in groups.enumerated() { works[group.work, default: (index, 0)].count += 1 }
        var own: [String: Int] = [:]
        for row in withoutISBN {
            let work = row.book.work(folding: context.folding)
            if let same = works[work], same.count == 1 {
                joining[same.first, default: []].append(row)
            } else if let index = own[work] {
                joining[index, default: []].append(row)
            } else {
                own[work] = groups.count
                groups.append(ImportGroup([row], context: context))
            }
        }
        join(joining, context: context)
        for index in groups.indices {
            groups[index].namesakes = (works[groups[index].work]?.count ?? 0) - (groups[index].isUnnamed ? 0 : 1)
        }
        // Not by line, because the outcome must not depend on the order of the rows in the file.
        groups.sort { $0.rows[0] < $1.rows[0] }
    }

    private mutating func join(_ rows: [Int: [ImportGroup.Row]], context: UseCaseContext) {
        for (index, rows) in rows { groups[index] = ImportGroup(groups[index].rows + rows, context: context) }
    }

    /// The row as a valid book; nil if it was added to `others`.
    private mutating func checked(_ row: ImportRow, newID: Book.ID, today: Day) -> ImportGroup.Row? {
        do throws(RejectionReason) {
            var imported: ImportedBook
            switch row.content {
            case .book(let book): imported = book
            case .rejected(let reason): throw reason
            case .noBook(let reason):
                others.append(.init(line: row.line, outcome: .noBook(reason)))
                return nil
            }
            var found = row.warnings
            if let finished = imported.draft.finished, finished > today {
                imported.draft.finished = nil
                if let name = DetailName(field: "finished", "future") {
                    imported.draft.details.add("\(finished)", named: name)
                }
                found.append(.finishedInFuture(finished))
            }
            imported.deriveStatus()
            let book = try mapError(
                RejectionReason.book, Book(id: imported.id ?? newID, draft: imported.draft, added: today))
            let added = imported.draft.added
            imported.draft = book.draft
            imported.draft.added = added
            warnings += found.map { .init(line: row.line, warning: $0) }
            return ImportGroup.Row(line: row.line, bytes: row.bytes, imported: imported, book: book)
        } catch {
            others.append(.init(line: row.line, outcome: .rejected(error)))
            return nil
        }
    }
}

/// The rows of a list that describe one book.
struct ImportGroup: Sendable {
    /// The earliest first.
    let rows: [Row]
    /// The lines of the rows, in ascending order.
    let lines: [Int]
    /// The rows, merged.
    let imported: ImportedBook
    /// The merged rows as a valid book, with a new identifier if the list has none.
    let book: Book
    let work: String
    /// The number of other books in the list that have the same title and authors, and an ISBN or an identifier.
    var namesakes = 0

    init(_ rows: [Row], context: UseCaseContext) {
        self.rows = rows.sorted(by: <)
        lines = rows.map(\.line).sorted()
        // Any of the rows may have the identifier.
        let named = self.rows.first { $0.imported.id != nil } ?? self.rows[0]
        var imported = self.rows[0].imported
        imported.id = named.imported.id
        for row in self.rows.dropFirst() { imported.merge(row.imported, folding: context.folding) }
        self.imported = imported
        // Rows with a title and an author merge into a book that has them, so this never fails.
        let merged =
            rows.count == 1 ? nil : try? Book(id: named.book.id, draft: imported.draft, added: named.book.added)
        book = merged ?? named.book
        work = book.work(folding: context.folding)
    }

    /// Whether it has neither identifier nor ISBN.
    var isUnnamed: Bool { imported.id == nil && book.isbn == nil }

    struct Row: Sendable {
        let line: Int
        let bytes: ArraySlice<UInt8>
        let imported: ImportedBook
        let book: Book

        static func < (left: Row, right: Row) -> Bool {
            let (day, other) = (left.imported.draft.finished, right.imported.draft.finished)
            if day == other { return left.bytes.lexicographicallyPrecedes(right.bytes) }
            guard let day, let other else { return day == nil }
            return day < other
        }
    }
}
