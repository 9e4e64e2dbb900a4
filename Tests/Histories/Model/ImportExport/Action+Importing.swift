import Domain
import TestSupport

extension Action {
    /// Imports rows, and returns the counts of the report.
    func importing(_ books: [ImportedBook], updates: Bool, _ context: UseCaseContext) async throws -> String {
        let rows = books.enumerated().map { ImportRow(line: $0 + 2, bytes: [UInt8($0)], content: .book($1)) }
        return try await ImportBooks(context)(rows, updates: updates).counts
    }
}

extension PlainLibrary {
    /// The counts of the report of importing these rows.
    func counts(of rows: [ImportedBook], updates: Bool, on today: Day) -> String {
        var copy = self
        return copy.take(rows, updates: updates, on: today).counts
    }
}

extension Reader {
    /// Rows for different books: no two match the same one.
    mutating func rows(for library: PlainLibrary, on today: Day) -> [ImportedBook] {
        var (rows, titles, named, sources, isbns) = (
            [ImportedBook](), Set<String>(), Set<Book.ID>(), Set<BookSource>(), Set<ISBN>()
        )
        for _ in 0...number(6) {
            var draft = draft(on: today)
            (draft.title, draft.authors) = (title(), ["Jane Austen"])
            let source = BookSource("\(one(of: ["goodreads", "hardcover"])):\(1 + number(12))")
            draft.sources = BookSources(happens(2, in: 3) ? [source].compactMap(\.self) : [])
            let isNew = titles.insert(folding(draft.title)).inserted
            let row = ImportedBook(draft, assumed: draft.status == .toRead ? [.status, .favorite] : [.favorite])
            let books = library.named(by: row).keys
            guard isNew, named.isDisjoint(with: books), sources.isDisjoint(with: draft.sources.all),
                draft.isbn.map({ isbns.insert($0).inserted }) ?? true
            else { continue }
            named.formUnion(books)
            sources.formUnion(draft.sources.all)
            rows.append(row)
        }
        return rows
    }
}

extension ImportedBook {
    var withoutSources: ImportedBook {
        var row = self
        row.draft.sources = BookSources()
        return row
    }
}

extension BookImportReport {
    fileprivate var counts: String {
        "\(added) added, \(updated) updated, \(skipped) skipped, \(rejected) rejected"
    }
}
