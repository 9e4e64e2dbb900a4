import Domain

/// This program's own CSV: what the writer writes, the reader reads back without loss, identifiers included.
///
/// It is known by having all of these columns and no others. A list is one field, its names separated by `; `; a
/// backslash stands before a semicolon or a backslash inside a name.
struct BookshelfTable: BookTable {
    static let columns = [
        "id", "title", "authors", "isbn", "status", "rating", "favorite", "shelves", "added", "finished", "lentTo",
        "due",
    ]

    private let id, title, authors, isbn, status, rating, favorite, shelves, added, finished: Int?

    /// Nil where the table is another one.
    init?(_ header: CSVHeader) {
        guard header.isExactly(Self.columns.map { $0.lowercased() }) else { return nil }
        id = header.column("id")
        title = header.column("title")
        authors = header.column("authors")
        isbn = header.column("isbn")
        status = header.column("status")
        rating = header.column("rating")
        favorite = header.column("favorite")
        shelves = header.column("shelves")
        added = header.column("added")
        finished = header.column("finished")
    }

    func book(in record: CSVRecord) -> BookNotes {
        var notes = BookNotes()
        notes.id = Book.ID(record[id])
        notes.draft.title = record[title]
        notes.draft.authors = Self.names(record[authors])
        notes.noteISBN(ISBNCell(record[isbn]))
        notes.noteStatus(record[status])
        notes.noteRating(record[rating])
        notes.draft.isFavorite = record[favorite].lowercased() == "true"
        notes.draft.shelves = Self.names(record[shelves])
        notes.noteAdded(record[added])
        notes.noteFinished(record[finished])
        return notes
    }

    /// The fields of a book, in the order of `columns`.
    static func fields(of listing: BookListing) -> [String] {
        let book = listing.book
        return [
            "\(book.id)", book.title, list(book.authors), book.isbn?.description ?? "", book.status.rawValue,
            book.rating.map { "\($0.stars)" } ?? "", book.isFavorite ? "true" : "false", list(book.shelves),
            "\(book.added)", book.finished?.description ?? "", listing.lentTo ?? "", listing.due?.description ?? "",
        ]
    }

    private static func list(_ names: [String]) -> String {
        names.map { name in
            guard name.utf8.contains(where: \.needsBackslash) else { return name }
            return String(decoding: name.utf8.flatMap { $0.needsBackslash ? [.backslash, $0] : [$0] }, as: UTF8.self)
        }.joined(separator: "; ")
    }

    private static func names(_ list: String) -> [String] {
        guard list.utf8.contains(.backslash) else {
            return list.utf8.split(separator: .semicolon).map { String(Substring($0)) }
        }
        var names = [""]
        var isEscaped = false
        for scalar in list.unicodeScalars {
            switch scalar {
            case "\\" where !isEscaped:
                isEscaped = true
                continue
            case ";" where !isEscaped:
                names.append("")
            default:
                names[names.count - 1].unicodeScalars.append(scalar)
            }
            isEscaped = false
        }
        return names
    }
}

extension UInt8 {
    fileprivate static let backslash: UInt8 = 0x5C

    fileprivate var needsBackslash: Bool { self == .semicolon || self == .backslash }
}
