import Data
import Domain

extension Table<BookListing> {
    static var books: Self {
        Table(
            columns: [
                Column("id", style: { _ in .faint }) { "\($0.id)" },
                Column("title", isFlexible: true, style: { _ in .strong }) { $0.book.title },
                Column("authors", isFlexible: true) { $0.book.authors.joined(separator: ", ") },
                Column("status", style: \.book.status.style) { $0.book.status.rawValue },
                Column("rating", style: { _ in .warning }) { $0.book.rating?.drawn ?? "" },
                Column("lent to", isFlexible: true, style: { _ in .warning }) { $0.lentTo ?? "" },
            ],
            values: [
                Column("id") { "\($0.id)" },
                Column("title") { $0.book.title },
                Column("authors") { $0.book.authors.joined(separator: "; ") },
                Column("isbn") { $0.book.isbn.text },
                Column("status") { $0.book.status.rawValue },
                Column("rating") { ($0.book.rating?.stars).text },
                Column("favorite") { $0.book.isFavorite ? "favorite" : "" },
                Column("shelves") { $0.book.shelves.joined(separator: "; ") },
                Column("added") { "\($0.book.added)" },
                Column("finished") { $0.book.finished.text },
                Column("lentTo") { $0.lentTo ?? "" },
                Column("due") { $0.due.text },
            ])
    }
}

extension JSONWriter {
    /// A book as the command line prints it: members in this order, what is absent left out.
    mutating func book(_ listing: BookListing) {
        let book = listing.book
        object { json in
            json.member("id", "\(book.id)")
            json.member("title", book.title)
            json.member("authors", book.authors)
            if let isbn = book.isbn { json.member("isbn", "\(isbn)") }
            json.member("status", book.status.rawValue)
            if let rating = book.rating { json.member("rating", rating.stars) }
            json.member("favorite", book.isFavorite)
            json.member("shelves", book.shelves)
            json.member("added", "\(book.added)")
            if let finished = book.finished { json.member("finished", "\(finished)") }
            if let lentTo = listing.lentTo { json.member("lentTo", lentTo) }
            if let due = listing.due { json.member("due", "\(due)") }
        }
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
    var text: String { map { "\($0)" } ?? "" }
}
