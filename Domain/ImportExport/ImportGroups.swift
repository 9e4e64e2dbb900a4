/// The rows of a list, grouped by the book that they describe. The order of the rows doesn't matter.
///
/// Rows with the same identifier of this program describe one book. If such books have one ISBN, the later ones are
/// rejected. Rows without an identifier of this program belong together if they have a source or an ISBN in common, or
/// sources of one book of the library; but not if only the ISBN says so, while another program's identifiers and every
/// word of title and authors differ, since publishers reuse ISBNs. A row without an ISBN whose sources the library doesn't
/// know belongs to the only book that has its title and authors, unless it is another edition of that; if none or several
/// have them, all such rows together describe another book. Of the rows with sources of one book of the library, that of
/// its first source comes last, so that its values win: the others are those of books that it has taken in. Rows are
/// then ordered by their finish day, and by their bytes.
struct ImportGroups {
    /// First those that the library has by their sources, so that an edition that they leave can be another book.
    private(set) var groups: [ImportGroup] = []
    /// The rows that belong to no group: rejected ones, and those that are not meant to be books.
    private(set) var others: [BookImportReport.Row] = []
    private(set) var warnings: [BookImportReport.Warning] = []

    /// `library` says which sources belong to one book.
    init(_ rows: [ImportRow], library: LayeredBooks, context: UseCaseContext) {
        let today = context.today()
        let rows = rows.compactMap { checked($0, newID: context.newID(), today: today)?.ranked(in: library) }
        var grouped = Dictionary(grouping: rows.filter { $0.imported.id != nil }, by: \.imported.id).values
            .map { ImportGroup($0, context: context) }
        grouped.sort { $0.rows[0] < $1.rows[0] }
        var owners: [RowSets.Key: Int] = [:]
        for group in grouped {
            if let isbn = group.book.isbn {
                if let owner = owners[.isbn(isbn)] {
                    let reason = RejectionReason.sameISBN(isbn, line: groups[owner].lines[0])
                    others += group.lines.map { .init(line: $0, outcome: .rejected(reason)) }
                    continue
                }
                owners[.isbn(isbn)] = groups.count
            }
            for source in group.book.sources.editions where owners[.source(source)] == nil {
                owners[.source(source)] = groups.count
            }
            groups.append(group)
        }
        var joining: [Int: [ImportGroup.Row]] = [:]
        var withoutISBN: [ImportGroup] = []
        let unnamed = withoutReusedISBNs(rows.filter { $0.imported.id == nil }, library, context)
        for (rows, isKnown) in Self.sets(unnamed, library) {
            let sources = rows.flatMap(\.book.sources.editions).compactMap { owners[.source($0)] }
            let isbns = rows.compactMap(\.book.isbn).compactMap { owners[.isbn($0)] }
            if let owner = sources.min() ?? isbns.min() {
                joining[owner, default: []] += rows
                continue
            }
            let group = ImportGroup(rows, isKnown: isKnown, context: context)
            if group.book.isbn == nil { withoutISBN.append(group) } else { groups.append(group) }
        }
        join(joining, context: context)
        joining = [:]
        let works = groups.indices.indexed { [groups[$0].work] }
        // The library has them as books of their own.
        let known = withoutISBN.filter(\.isKnown)
        let knownWorks = known.indices.indexed { [known[$0].work] }.mapValues { $0.map { $0 + groups.count } }
        groups += known
        var own: [String: Int] = [:]
        for group in withoutISBN where !group.isKnown {
            let found = [works[group.work], knownWorks[group.work]].compactMap { $0 }.first { $0.count == 1 }?.first
            let same = found.flatMap { group.isOtherEdition(than: groups[$0]) ? nil : $0 }
            if let index = same ?? own[group.work] {
                joining[index, default: []] += group.rows
            } else {
                own[group.work] = groups.count
                groups.append(group)
            }
        }
        join(joining, context: context)
        let workKeys = groups.indices.indexed { groups[$0].imported.draft.sources.works }
        for index in groups.indices {
            groups[index].namesakes = (works[groups[index].work]?.count ?? 0) - (groups[index].isUnnamed ? 0 : 1)
            groups[index].uniqueWorks = groups[index].imported.draft.sources.works.filter { workKeys[$0]?.count == 1 }
        }
        // Not by line, because the outcome must not depend on the order of the rows in the file.
        groups.sort { $0.rows[0] < $1.rows[0] }
        groups = groups.filter(\.isKnown) + groups.filter { !$0.isKnown }
    }

    /// The rows. Of those with one ISBN that are different books nevertheless, one keeps it: that of the library's book, or
    /// else the first.
    private mutating func withoutReusedISBNs(
        _ rows: [ImportGroup.Row], _ library: LayeredBooks, _ context: UseCaseContext
    ) -> [ImportGroup.Row] {
        var rows = rows
        let byISBN = rows.indices.indexed { rows[$0].book.isbn.map { [$0] } ?? [] }
        for (isbn, same) in byISBN where same.count > 1 {
            let known = Set(library[isbn]?.sources.all ?? [])
            let isKnown = { (index: Int) in !known.isDisjoint(with: rows[index].book.sources.all) }
            let owner = same.min { isKnown($0) == isKnown($1) ? rows[$0] < rows[$1] : isKnown($0) }
            for index in same where owner.map({ rows[index].isOther(than: rows[$0], context.folding) }) == true {
                rows[index].dropISBN()
                warnings.append(.init(line: rows[index].line, warning: .reusedISBN(isbn)))
            }
        }
        return rows
    }

    /// The rows, put together by their sources and ISBNs, and whether the library has a book with one of these sources.
    private static func sets(
        _ rows: [ImportGroup.Row], _ library: LayeredBooks
    ) -> [(rows: [ImportGroup.Row], isKnown: Bool)] {
        var sets = RowSets(count: rows.count)
        for (index, row) in rows.enumerated() {
            for source in row.book.sources.editions { sets.put(index, with: .source(source)) }
            if let isbn = row.book.isbn { sets.put(index, with: .isbn(isbn)) }
        }
        let byWork = rows.indices.indexed { rows[$0].book.sources.works }
        // Each step decides on all rows before it puts any together, so that their order doesn't matter.
        let hasEdition = rows.map { $0.book.isbn != nil || !$0.book.sources.editions.isEmpty }
        let ofOneWork = byWork.values.map { rows in
            Set(rows.filter { hasEdition[$0] }.map(sets.set)).count < 2 ? rows : rows.filter { !hasEdition[$0] }
        }
        for rows in ofOneWork {
            for row in rows { sets.join(row, rows[0]) }
        }
        var known = rows.enumerated().flatMap { index, row in
            row.book.sources.editions.compactMap { library.books($0).first }.map { (row: index, book: $0.id) }
        }
        known += byWork.compactMap { work, rows in
            let books = library.books(work)
            return books.count == 1 && Set(rows.map(sets.set)).count == 1 ? (rows[0], books[0].id) : nil
        }
        for (row, book) in known { sets.put(row, with: .book(book)) }
        // A row that has nothing but the ISBN of such a book belongs to it, unless the list gives the book another.
        let setsWithISBN = Set(rows.indices.filter { rows[$0].book.isbn != nil }.map(sets.set))
        let knownSets = Set(known.map { sets.set(of: $0.row) })
        let byISBN = rows.indices.compactMap { index -> (row: Int, book: Book.ID)? in
            guard let isbn = rows[index].book.isbn, let book = library[isbn], let set = sets.set(of: .book(book.id)),
                !setsWithISBN.contains(set), !knownSets.contains(sets.set(of: index))
            else { return nil }
            return (index, book.id)
        }
        for (row, book) in byISBN { sets.put(row, with: .book(book)) }
        let isKnown = Set((known + byISBN).map { sets.set(of: $0.row) })
        let indices = Dictionary(grouping: rows.indices, by: sets.set)
        return rows.indices.compactMap { set in
            indices[set].map { indices in (indices.map { rows[$0] }, isKnown.contains(set)) }
        }
    }

    private mutating func join(_ rows: [Int: [ImportGroup.Row]], context: UseCaseContext) {
        for (index, rows) in rows {
            let group = groups[index]
            groups[index] = ImportGroup(group.rows + rows, isKnown: group.isKnown, context: context)
        }
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
    /// Whether a book of the library has one of its sources.
    let isKnown: Bool
    /// The number of other books in the list that have the same title and authors, and an ISBN or an identifier.
    var namesakes = 0
    /// The keys of works that no other group has.
    var uniqueWorks: [BookSource] = []

    init(_ rows: [Row], isKnown: Bool = false, context: UseCaseContext) {
        self.isKnown = isKnown
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

    /// Whether the other is an edition with an ISBN, and this one is another: a program has given it another identifier, or
    /// a detail such as the binding differs.
    func isOtherEdition(than other: ImportGroup) -> Bool {
        guard other.book.isbn != nil else { return false }
        let (sources, others) = (book.sources.editions, other.book.sources.editions)
        let haveIdentifiers = !Set(sources.map(\.program)).isDisjoint(with: others.map(\.program))
        return haveIdentifiers && Set(sources).isDisjoint(with: others)
            || book.details.all.contains { detail in other.book.details[detail.name].map { $0 != detail.text } ?? false
            }
    }

    /// Whether it has neither an identifier of this program nor an ISBN.
    var isUnnamed: Bool { imported.id == nil && book.isbn == nil }

    struct Row: Sendable {
        let line: Int
        let bytes: ArraySlice<UInt8>
        private(set) var imported: ImportedBook
        private(set) var book: Book
        /// The index of its source among those of a book of the library.
        var rank = 0

        func ranked(in library: LayeredBooks) -> Row {
            var row = self
            for source in book.sources.editions {
                guard let index = library.books(source).first?.sources.all.firstIndex(of: source) else { continue }
                row.rank = index
                break
            }
            return row
        }

        /// Whether a program gave both books an identifier, and no word of titles and authors is in both.
        func isOther(than row: Row, _ folding: TextFolding) -> Bool {
            let (sources, others) = (book.sources.editions, row.book.sources.editions)
            return Set(sources).isDisjoint(with: others)
                && !Set(sources.map(\.program)).isDisjoint(with: others.map(\.program))
                && words(folding).isDisjoint(with: row.words(folding))
        }

        private func words(_ folding: TextFolding) -> Set<Substring> {
            Set(folding(([book.title] + book.authors).joined(separator: " ")).split { !$0.isLetter && !$0.isNumber })
                .subtracting(["a", "an", "and", "of", "the"])
        }

        mutating func dropISBN() {
            guard let isbn = book.isbn, let name = DetailName(field: BookField.isbn.rawValue, "of another book") else {
                return
            }
            imported.draft.isbn = nil
            imported.draft.details.add("\(isbn)", named: name)
            // It has a title and an author, as before.
            book = (try? Book(id: book.id, draft: imported.draft, added: book.added)) ?? book
        }

        static func < (left: Row, right: Row) -> Bool {
            if left.rank != right.rank { return left.rank > right.rank }
            let (day, other) = (left.imported.draft.finished, right.imported.draft.finished)
            if day == other { return left.bytes.lexicographicallyPrecedes(right.bytes) }
            guard let day, let other else { return day == nil }
            return day < other
        }
    }
}

extension Range<Int> {
    /// These indices by the keys of each.
    fileprivate func indexed<Key: Hashable>(by keys: (Int) -> [Key]) -> [Key: [Int]] {
        reduce(into: [:]) { byKey, index in
            for key in keys(index) { byKey[key, default: []].append(index) }
        }
    }
}
