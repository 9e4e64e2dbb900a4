import Domain
import Storage

/// The export of thestorygraph.com (Manage Account, Export StoryGraph Library).
struct StoryGraphTable: BookTable {
    private let title, authors, isbn, status: Int
    private let rating, added, finished, tags: Int?

    /// Nil where the table is no such export.
    init?(_ header: CSVHeader) {
        guard let title = header.column("title"), let authors = header.column("authors"),
            let isbn = header.column("isbnuid"), let status = header.column("readstatus")
        else { return nil }
        self.title = title
        self.authors = authors
        self.isbn = isbn
        self.status = status
        rating = header.column("starrating")
        added = header.column("dateadded")
        finished = header.column("lastdateread")
        tags = header.column("tags")
    }

    func book(in record: CSVRecord) -> BookNotes {
        var notes = BookNotes()
        notes.draft.title = record[title]
        notes.draft.authors = record[authors].listedNames
        // Books without an ISBN have a key of the site's own there.
        notes.noteISBN(ISBNCell(orKey: record[isbn]))
        notes.noteStatus(record[status])
        notes.noteRating(record[rating])
        notes.noteAdded(record[added])
        notes.noteFinished(record[finished])
        notes.draft.shelves = record[tags].listedNames
        return notes
    }
}
