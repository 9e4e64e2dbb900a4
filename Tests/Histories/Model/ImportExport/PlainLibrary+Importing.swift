import Domain
import TestSupport

extension PlainLibrary {
    /// The books that have a source or the ISBN of the row.
    func named(by row: ImportedBook) -> [Book.ID: BookDraft] {
        books.filter { row.draft.hasSource(of: $0.value) || $0.value.isbn != nil && $0.value.isbn == row.draft.isbn }
    }

    /// Imports rows of which no two name one book: see the page "The same book". Returns the counts of the report.
    @discardableResult
    mutating func take(_ rows: [ImportedBook], updates: Bool, on today: Day, number: UInt64 = 0) -> BookImportReport {
        var counts = BookImportReport()
        // A known source comes first; then the earlier finished, as an update may free or take a title.
        let checked = rows.map { $0.checked(on: today) }.enumerated().sorted { left, right in
            let (day, other) = (left.element.draft.finished, right.element.draft.finished)
            return (day?.daysSince1970 ?? .min, left.offset) < (other?.daysSince1970 ?? .min, right.offset)
        }
        func isKnown(_ row: ImportedBook) -> Bool { books.values.contains { row.draft.hasSource(of: $0) } }
        let (known, others) = (checked.filter { isKnown($0.element) }, checked.filter { !isKnown($0.element) })
        for (index, row) in known + others {
            let isbn = row.draft.isbn
            let bySource = books.filter { row.draft.hasSource(of: $0.value) }.keys.min()
            var (id, isSameDespiteISBN) = (bySource ?? isbn.flatMap(owner), bySource != nil)
            let isByTitle = id == nil
            if isByTitle {
                let all = books.filter { $0.value.work == row.draft.work }
                let unnamed = all.filter { book in rows.allSatisfy { named(by: $0)[book.key] == nil } }
                let withoutISBN = unnamed.filter { $0.value.isbn == nil }
                if isbn == nil, withoutISBN.count > 1 {
                    counts.skipped += 1
                    continue
                }
                let candidates = isbn == nil && withoutISBN.isEmpty ? unnamed : withoutISBN
                id = candidates.count == 1 ? candidates.keys.first : nil
                let ofProgram = all.filter { book in
                    book.value.sources.all.contains { $0.program == row.draft.sources.all.first?.program }
                }
                if id == nil, updates, isbn != nil, ofProgram.count == 1, let other = ofProgram.keys.first {
                    (id, isSameDespiteISBN) = (unnamed[other] == nil ? nil : other, true)
                }
            }
            guard let id, var book = books[id] else {
                books[Book.ID(bits: number + UInt64(index))] = row.draft
                counts.added += 1
                continue
            }
            book.update(with: row, takesTitle: !isByTitle || !row.draft.sources.isEmpty, isSameDespiteISBN)
            if !updates || book == books[id] {
                counts.skipped += 1
            } else if let isbn = book.isbn, let owner = owner(of: isbn), owner != id {
                counts.rejected += 1
            } else {
                books[id] = book
                counts.updated += 1
            }
        }
        return counts
    }
}

extension ImportedBook {
    /// With a status that its days tell, if it has none, and without a finish day that is yet to come.
    fileprivate func checked(on today: Day) -> ImportedBook {
        var row = self
        if let day = draft.finished, day > today, let name = DetailName("finished (future)") {
            row.draft.finished = nil
            row.draft.details.add("\(day)", named: name)
        }
        if assumed.contains(.status), row.draft.started != nil || row.draft.finished != nil {
            row.draft.status = row.draft.finished == nil ? .reading : .read
            row.assumed.remove(.status)
        }
        row.draft.added = today
        return row
    }
}

extension BookDraft {
    fileprivate var work: String { folding(title + "\n" + authors.joined(separator: "\n")) }

    fileprivate func hasSource(of book: BookDraft) -> Bool { sources.all.contains(where: book.sources.all.contains) }

    fileprivate mutating func update(with row: ImportedBook, takesTitle: Bool, _ isSameDespiteISBN: Bool) {
        let (newer, old) = (row.draft, isbn)
        if takesTitle { (title, authors) = (newer.title, newer.authors) }
        if !row.assumed.contains(.status) { status = newer.status }
        (isbn, rating) = (newer.isbn ?? isbn, newer.rating ?? rating)
        (started, finished) = (newer.started ?? started, newer.finished ?? finished)
        shelves.put(newer.shelves)
        notes.put(newer.notes)
        for detail in newer.details.all { details[detail.name] = detail.text }
        sources = BookSources(sources.all + newer.sources.all)
        if isSameDespiteISBN, let old, old != isbn, let name = DetailName("isbn (earlier)") {
            details.add("\(old)", named: name)
        }
    }
}
