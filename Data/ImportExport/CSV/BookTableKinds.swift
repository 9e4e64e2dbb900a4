import Domain

extension ImportFormat {
    /// The kinds of tables that have this format.
    var tableKinds: [BookTable.Kind] {
        switch self {
        case .goodreads: [.goodreads]
        case .storygraph: [.storyGraph]
        case .openlibrary: [.openLibrary]
        case .bookwyrm: [.bookWyrm]
        case .librarything: [.libraryThing]
        case .calibre: [.calibre]
        case .libib: [.libib]
        case .openreads: [.openreads]
        case .hardcover: [.hardcover]
        case .bookcatalogue: [.bookCatalogue]
        case .csv: [.own, .plain]
        case .json, .isbn: []
        }
    }
}

extension BookTable.Kind {
    /// This program's own CSV, from which every book is read back, identifiers included. Files of earlier versions may
    /// lack columns, but none of `requiredColumns`.
    static let own = Self(
        name: "an export of this program",
        requiredColumns: ["id", "title", "authors"] + (derivedNames.isEmpty ? ["status"] : derivedNames),
        columns: Dictionary(uniqueKeysWithValues: EntityList<Book>.columns.map { ($0, [[CSVHeader.key($0)]]) }),
        isOwn: true)

    /// Any table with a column of titles and one of authors, both under a common name.
    static let plain = Self(
        name: "a table of books",
        columns: [
            "title": [["title", "booktitle", "titles", "name", "bookname", "originaltitle", "book"]],
            "authors": [["authors", "author", "creators", "creator", "writer", "by"]],
            "isbn": [["isbn13", "ean13", "ean", "barcode"], ["isbn", "isbn10"]],
            "status": [["status", "readstatus", "readingstatus"]],
            // Not the average rating, which is that of other readers.
            "rating": [["rating", "myrating", "starrating", "stars"]],
            "favorite": [["favorite", "favourite", "isfavorite", "isfavourite"]],
            "shelves": [["shelves", "shelf", "bookshelves", "tags", "collections", "categories"]],
            "added": [["added", "dateadded", "dayadded", "addedon", "timestamp"]],
            "started": [["started", "datestarted", "daystarted", "startdate", "startedon"]],
            "finished": [
                ["finished", "datefinished", "dayfinished", "dateread", "lastdateread", "finishdate", "finishedon"]
            ],
            "notes": [["notes", "review", "myreview", "comments", "comment"]],
            "person": [["loanedto", "lentto", "borrower", "onloanto"]],
            "lent": [
                ["lentdate", "datelent", "lenton", "lent", "loandate", "dateloaned", "loanedon", "loaned", "dateout"]
            ],
            "due": [["due", "duedate", "datedue", "dueon", "loandue"]],
            "returned": [["returned", "datereturned", "returneddate", "returndate", "dateofreturn", "returnedon"]],
        ],
        // Zotero lists articles and films beside books.
        medium: ["itemtype"],
        complete: {
            $0.readLoan(
                to: $1.cells("person"), lent: $1.cells("lent"), due: $1.cells("due"), returned: $1.cells("returned"))
        })
}
