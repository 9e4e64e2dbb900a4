import Data
import Domain

/// The list in `text`.
func read(_ text: String, as format: ImportFormat? = nil) throws(ImportError) -> BookList {
    try BookListReader(format: format).read(Array(text.utf8), from: "list")
}

/// The reason why the file is refused, or nil if it isn't.
func refusal(_ bytes: [UInt8], as format: ImportFormat? = nil) -> (line: Int?, reason: String)? {
    do throws(ImportError) {
        _ = try BookListReader(format: format).read(bytes, from: "list")
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
        rows.compactMap { try? $0.content.get() }
    }

    var warnings: [ImportWarning] {
        rows.flatMap(\.warnings)
    }
}
