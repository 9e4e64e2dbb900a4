import Domain
import Storage

/// The export of goodreads.com (My Books, Import and Export), in all of its forms: there are some of 23, 24 and 31
/// columns. Reviews and the other columns that say nothing of a `Book` are left alone.
struct GoodreadsTable: BookTable {
    private let title, author, exclusiveShelf: Int
    private let additionalAuthors, isbn, isbn13, rating, shelves, added, finished: Int?

    /// Nil where the table is no such export.
    init?(_ header: CSVHeader) {
        guard let title = header.column("title"), let author = header.column("author"),
            let exclusiveShelf = header.column("exclusiveshelf")
        else { return nil }
        self.title = title
        self.author = author
        self.exclusiveShelf = exclusiveShelf
        additionalAuthors = header.column("additionalauthors")
        isbn = header.column("isbn")
        isbn13 = header.column("isbn13")
        rating = header.column("myrating")
        shelves = header.column("bookshelves")
        added = header.column("dateadded")
        finished = header.column("dateread")
    }

    func book(in record: CSVRecord) -> BookNotes {
        var notes = BookNotes()
        notes.draft.title = record[title]
        // One name, whatever commas are in it ("Kurt Vonnegut, Jr.").
        notes.draft.authors = [record[author]] + record[additionalAuthors].listedNames
        notes.noteISBN(ISBNCell(record[isbn13]), ISBNCell(record[isbn]))
        notes.noteRating(record[rating])
        notes.noteAdded(record[added])
        notes.noteFinished(record[finished])
        notes.draft.shelves = record[shelves].listedNames.map(\.tidied).filter { StandardShelf(rawValue: $0) == nil }
        notes.note(exclusiveShelf: record[exclusiveShelf])
        return notes
    }
}

/// The exclusive shelves everyone has there. A book is on just one exclusive shelf.
private enum StandardShelf: String {
    case read
    case currentlyReading = "currently-reading"
    case toRead = "to-read"
}

extension BookNotes {
    /// A shelf that the reader has made stays a shelf. Its name may say that a book was given up; otherwise the book
    /// was read if the day is known.
    fileprivate mutating func note(exclusiveShelf name: String) {
        switch StandardShelf(rawValue: name.lowercased()) {
        case .read: draft.status = .read
        case .currentlyReading: draft.status = .reading
        case .toRead: draft.status = .toRead
        case nil:
            let saysAbandoned = ReadingStatus(word: name) == .abandoned
            draft.status = saysAbandoned ? .abandoned : draft.finished == nil ? .toRead : .read
            draft.shelves.append(name)
        }
    }
}
