import Data
import Domain

/// The list in `text`.
func read(
    _ text: String, as format: ImportFormat? = nil, mappings: [String] = [], dates: DayOrder? = nil
) throws(ImportError) -> BookList {
    let options = ImportOptions(
        format: format, mappings: mappings.compactMap { ImportMapping($0) }, dayOrder: dates)
    return try BookListReader(options).read(Array(text.utf8), from: "list")
}

/// The reason why the file is refused, or nil if it isn't.
func refusal(_ bytes: [UInt8], as format: ImportFormat? = nil) -> (line: Int?, reason: String)? {
    do throws(ImportError) {
        _ = try BookListReader(ImportOptions(format: format)).read(bytes, from: "list")
        return nil
    } catch {
        guard case .malformed("list", let line, let reason) = error else { return nil }
        return (line, reason)
    }
}

func refusal(_ text: String, as format: ImportFormat? = nil) -> (line: Int?, reason: String)? {
    refusal(Array(text.utf8), as: format)
}

extension BookList {
    /// The books in the rows that can be read.
    var drafts: [BookDraft] {
        books.map(\.draft)
    }

    var books: [ImportedBook] {
        rows.compactMap { if case .book(let book) = $0.content { book } else { nil } }
    }

    var warnings: [ImportWarning] {
        rows.flatMap(\.warnings)
    }
}
