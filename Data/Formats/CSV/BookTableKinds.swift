import Domain

extension ImportFormat? {
    /// The kinds of tables to try, in order; for nil, those of all formats.
    var tableKinds: [BookTable.Kind] {
        switch self {
        case .goodreads: [.goodreads]
        case .storygraph: [.storyGraph]
        case .csv, .json: [.own, .plain]
        case nil: [.goodreads, .storyGraph, .own, .plain]
        }
    }
}

extension BookTable.Kind {
    /// This program's own CSV, from which every book is read back exactly, identifiers included. Files of earlier
    /// versions may lack columns, but none of `requiredColumns`.
    static let own = Self(
        name: "an export of this program", requiredColumns: ["id", "title", "authors", "lentTo", "due"],
        columns: Dictionary(uniqueKeysWithValues: ownColumns.map { ($0, [[CSVHeader.key($0)]]) }), isOwn: true)

    /// The members of a book that have one cell each, its borrower and the day it is due. A column for each detail
    /// comes after them.
    static let ownColumns = BookRecord().cells.map(\.column) + ["lentTo", "due"]

    /// The export of goodreads.com (My Books, Import and Export), in all its forms, which have 23, 24 or 31 columns.
    static let goodreads = Self(
        name: "a Goodreads export", requiredColumns: ["Title", "Author", "Exclusive Shelf"],
        columns: [
            "title": [["title"]], "authors": [["additionalauthors"]], "isbn": [["isbn13"], ["isbn"]],
            "rating": [["myrating"]], "shelves": [["bookshelves"]], "added": [["dateadded"]],
            "finished": [["dateread"]], "notes": [["myreview"]], "author": [["author"]], "shelf": [["exclusiveshelf"]],
        ],
        derived: [["authorlf"], ["bookshelveswithpositions"]]
    ) { book, row in
        // Always one name, even with a comma ("Kurt Vonnegut, Jr.").
        book.draft.authors.insert(row["author"], at: 0)
        book.draft.shelves.removeAll { GoodreadsShelf(rawValue: $0.tidied) != nil }
        if book.imported.hasStatus { return }
        let shelf = row["shelf"]
        if let standard = GoodreadsShelf(rawValue: shelf.lowercased()) {
            book.set(book.reading.status(shelf) ?? standard.status)
        } else if !shelf.isEmpty {
            // A shelf that the reader made. Its name may be that of a status.
            book.draft.shelves.append(shelf)
            if let status = book.reading.status(shelf) { return book.set(status) }
            book.reading.warnings.append(.wrongStatus(shelf))
            book.keep(shelf, named: "Exclusive Shelf")
        }
        if !book.imported.hasStatus, book.draft.finished != nil { book.set(.read) }
    }

    /// The export of thestorygraph.com (Manage Account, Export StoryGraph Library).
    static let storyGraph = Self(
        name: "a StoryGraph export", requiredColumns: ["Title", "Authors", "ISBN/UID", "Read Status"],
        columns: [
            "title": [["title"]], "authors": [["authors"]], "status": [["readstatus"]], "rating": [["starrating"]],
            "shelves": [["tags"]], "added": [["dateadded"]], "finished": [["lastdateread"]],
            "notes": [["review"]], "key": [["isbnuid"]],
        ]
    ) { book, row in
        // For a book without an ISBN, the column has StoryGraph's own key.
        let key = row["key"]
        if key.looksLikeISBN { book.readISBN(row.cells("key")) } else { book.keep(key, named: "ISBN/UID") }
    }

    /// Any table with a column of titles and one of authors, both under a common name.
    static let plain = Self(
        name: "a table of books",
        columns: [
            "title": [["title", "booktitle", "titles", "name", "bookname", "originaltitle", "book"]],
            "authors": [["authors", "author", "creators", "creator", "writer", "by"]],
            "isbn": [["isbn13", "ean13", "ean"], ["isbn", "isbn10"]],
            "status": [["status", "readstatus", "readingstatus"]],
            // Not the average rating, which is that of other readers.
            "rating": [["rating", "myrating", "starrating", "stars"]],
            "favorite": [["favorite", "favourite", "isfavorite", "isfavourite"]],
            "shelves": [["shelves", "shelf", "bookshelves", "tags", "collections", "categories"]],
            "added": [["added", "dateadded", "dayadded", "addedon"]],
            "started": [["started", "datestarted", "daystarted", "startdate", "startedon"]],
            "finished": [["finished", "datefinished", "dayfinished", "dateread", "lastdateread", "finishedon"]],
            "notes": [["notes", "review", "myreview", "comments", "comment"]],
        ]
    ) { book, row in
        if book.draft.finished != nil, !book.imported.hasStatus { book.set(.read) }
    }
}

/// The standard exclusive shelves of Goodreads. Every book is on one exclusive shelf.
private enum GoodreadsShelf: String {
    case read
    case currentlyReading = "currently-reading"
    case toRead = "to-read"

    var status: ReadingStatus {
        switch self {
        case .read: .read
        case .currentlyReading: .reading
        case .toRead: .toRead
        }
    }
}
