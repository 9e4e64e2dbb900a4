import Domain
import TestSupport

/// A row of a list, with bytes that differ if its values do.
func importRow(
    _ line: Int, _ title: String = "The Queue", by author: String = "Ana", isbn: String? = nil, id: UInt64? = nil,
    finished: String? = nil,
    hasStatus: Bool = false, _ others: (inout BookDraft) -> Void = { _ in }
) throws -> ImportRow {
    let isbn = try isbn.map { try ISBN($0) }
    let draft = BookDraft(title: title, authors: [author], isbn: isbn) {
        $0.finished = finished.flatMap { Day($0) }
        others(&$0)
    }
    let book = ImportedBook(
        id: id.map { Book.ID(bits: $0) }, draft, assumed: hasStatus ? [.favorite] : [.status, .favorite])
    let bytes = "\(title),\(author),\(isbn.map { "\($0)" } ?? ""),\(finished ?? ""),\(draft.rating?.stars ?? 0)"
    return ImportRow(line: line, bytes: Array(bytes.utf8)[...], content: .book(book))
}
