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
            values: { $0.book($1) },
            json: { $0.book($1) })
    }
}

extension TabbedWriter {
    fileprivate mutating func book(_ listing: BookListing) {
        let book = listing.book
        value(book.id.description)
        value(book.title)
        value(book.authors)
        value(book.isbn?.description)
        value(book.status.rawValue)
        value(book.rating?.stars.description)
        value(book.isFavorite ? "favorite" : nil)
        value(book.shelves)
        value(book.added.description)
        value(book.finished?.description)
        value(listing.lentTo)
        value(listing.due?.description)
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
