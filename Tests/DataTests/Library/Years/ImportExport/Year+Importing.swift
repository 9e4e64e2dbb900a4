import Domain
import TestSupport

@testable import Data

extension Year {
    /// Imports rows; the text of what is wrong, if anything is.
    func importing(_ books: [ImportedBook], updates: Bool, _ context: UseCaseContext) async throws -> String? {
        let rows = books.enumerated().map { ImportRow(line: $0 + 2, bytes: [UInt8($0)], content: .book($1)) }
        let report = try await ImportBooks(context)(rows, updates: updates)
        var copy = state.library
        let counts = copy.take(books, updates: updates, on: today)
        return counts == report.counts ? nil : "\(report) instead of \(counts)"
    }

    func importingOwnExport(of library: StoredLibrary, _ context: UseCaseContext) async throws -> String? {
        let books = try await library.books.all().map { Row($0) }
        for format in OwnList.allCases {
            let list = try BookListReader().read(format.write(books), from: "list")
            let report = try await ImportBooks(context)(list.rows, updates: format == .json)
            if report.skipped != books.count { return "the own export changes something: \(report)" }
        }
        return nil
    }
}

extension Reader {
    /// Rows of which no two name one book.
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

extension BookImportReport {
    fileprivate var counts: BookImportReport {
        var counts = self
        (counts.rows, counts.warnings) = ([], [])
        return counts
    }
}
