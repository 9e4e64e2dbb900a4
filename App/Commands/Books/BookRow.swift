import Domain

extension BookListing: TableRow {
    static var columns: [Column<BookListing>] {
        [
            Column(title: "id", style: .faint, importance: 3),
            Column(title: "title", style: .strong, share: 24, importance: 4),
            Column(title: "authors", share: 14, importance: 1, text: { $0.book.authors.joined(separator: ", ") }),
            Column(title: "status", styleOf: \.book.status.style),
            Column(title: "rating", style: .warning, text: { $0.book.rating.map(\.drawn) ?? "" }),
            Column(title: "lent to", style: .warning, share: 10, importance: 2),
        ]
    }

    static var sample: BookListing? {
        let draft = BookDraft(title: "title", authors: ["author"])
        return (try? Book(id: Book.ID(bits: 0), draft: draft, added: Day(daysSince1970: 0))).map {
            BookListing(book: $0)
        }
    }

    func describe(to fields: inout some FieldWriter) {
        fields.field("id", book.id.description)
        fields.field("title", book.title)
        fields.field("authors", book.authors)
        fields.field("isbn", book.isbn?.description)
        fields.field("status", book.status.rawValue)
        fields.field("rating", book.rating?.stars)
        fields.field("favorite", book.isFavorite)
        fields.field("shelves", book.shelves)
        fields.field("added", book.added.description)
        fields.laterField("started", book.started?.description)
        fields.field("finished", book.finished?.description)
        fields.laterField("notes", book.notes)
        fields.laterField("details", book.details.all.map { ($0.name.description, $0.text) })
        fields.field("lentTo", lentTo)
        fields.field("due", due?.description)
    }
}

extension ReadingStatus {
    var style: Style {
        switch self {
        case .toRead, .read: .plain
        case .reading: .good
        case .abandoned: .faint
        }
    }
}

extension Rating {
    /// The rating as text: a ★ for each star.
    var drawn: String { String(repeating: "★", count: stars) }
}
