import Data
import Domain

extension Table<BookListing> {
    static var books: Self {
        Table(
            columns: [
                Column("id", style: { _ in .faint }) { $0.id.description },
                Column("title", share: 24, style: { _ in .strong }) { $0.book.title },
                Column("authors", share: 14) { $0.book.authors.joined(separator: ", ") },
                Column("status", style: \.book.status.style) { $0.book.status.rawValue },
                Column("rating", style: { _ in .warning }) { $0.book.rating?.drawn ?? "" },
                Column("lent to", share: 10, style: { _ in .warning }) { $0.lentTo ?? "" },
            ],
            values: [
                Column("id") { $0.id.description },
                Column("title") { $0.book.title },
                Column("authors") { $0.book.authors.joined(separator: "; ") },
                Column("isbn") { $0.book.isbn.text },
                Column("status") { $0.book.status.rawValue },
                Column("rating") { ($0.book.rating?.stars).text },
                Column("favorite") { $0.book.isFavorite ? "favorite" : "" },
                Column("shelves") { $0.book.shelves.joined(separator: "; ") },
                Column("added") { $0.book.added.description },
                Column("finished") { $0.book.finished.text },
                Column("lentTo") { $0.lentTo ?? "" },
                Column("due") { $0.due.text },
            ],
            json: { $0.book($1) })
    }
}

extension ReadingStatus {
    var style: Style {
        switch self {
        case .toRead: .plain
        case .reading: .good
        case .read: .plain
        case .abandoned: .faint
        }
    }
}

extension Rating {
    /// One star for each.
    var drawn: String { String(repeating: "★", count: stars) }
}

extension Optional where Wrapped: CustomStringConvertible {
    /// The value as text; nothing for nil.
    var text: String { map { $0.description } ?? "" }
}
