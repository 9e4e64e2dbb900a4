import Domain
import Storage

/// Any table with a column of titles and one of authors, by the names such columns usually have.
struct PlainTable: BookTable {
    private let title, authors: Int
    private let isbn, isbn13, status, rating, favorite, shelves, added, finished: Int?

    init(_ header: CSVHeader) throws(WrongHeader) {
        let titles = header.column("title", "booktitle", "titles", "name", "bookname", "originaltitle", "book")
        guard let title = titles else { throw WrongHeader("no column of titles") }
        let names = header.column("authors", "author", "creators", "creator", "writer", "by")
        guard let authors = names else { throw WrongHeader("no column of authors") }
        self.title = title
        self.authors = authors
        isbn = header.column("isbn", "isbn10")
        isbn13 = header.column("isbn13", "ean13", "ean")
        status = header.column("status", "readstatus", "readingstatus")
        // An average rating is what others think of the book.
        rating = header.column("rating", "myrating", "starrating", "stars")
        favorite = header.column("favorite", "favourite", "isfavorite", "isfavourite")
        shelves = header.column("shelves", "shelf", "bookshelves", "tags", "collections", "categories")
        added = header.column("added", "dateadded", "dayadded", "addedon")
        finished = header.column("finished", "datefinished", "dayfinished", "dateread", "lastdateread", "finishedon")
    }

    func book(in record: CSVRecord) -> BookNotes {
        var notes = BookNotes()
        notes.draft.title = record[title]
        notes.draft.authors = record[authors].listedNames
        notes.noteISBN(ISBNCell(record[isbn13]), ISBNCell(record[isbn]))
        notes.noteRating(record[rating])
        notes.noteAdded(record[added])
        notes.noteFinished(record[finished])
        if !notes.noteStatus(record[status]), notes.draft.finished != nil { notes.draft.status = .read }
        notes.draft.isFavorite = record[favorite].saysYes
        notes.draft.shelves = record[shelves].listedNames
        return notes
    }
}

extension String {
    /// Whether a field that is a tick box is ticked.
    fileprivate var saysYes: Bool {
        ["true", "yes", "y", "1", "x"].contains(lowercased())
    }
}
