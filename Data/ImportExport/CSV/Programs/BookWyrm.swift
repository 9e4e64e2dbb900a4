import Domain

extension BookTable.Kind {
    /// The export of a BookWyrm server. Source: `bookwyrm/views/preferences/export.py` (bookwyrm-social/bookwyrm),
    /// whose versions have 18 to 30 columns.
    static let bookWyrm = Self(
        name: "a BookWyrm export", program: .bookwyrm, requiredColumns: ["title", "author_text", "remote_id"],
        columns: [
            "title": [["title"]], "authors": [["authortext"]], "isbn": [["isbn13"], ["isbn10"]],
            "rating": [["rating"]], "added": [["shelfdate"]], "started": [["startdate"]],
            "finished": [["finishdate"]], "notes": [["reviewcontent"]], "shelf": [["shelf"]],
            "shelfname": [["shelfname"]], "stopped": [["stoppeddate"]],
            "source": [["remoteid"], ["openlibrarykey"]],
        ],
        hasHTMLNotes: true
    ) { book, row in
        if ["read", "reading", "to-read", "stopped-reading"].contains(row["shelf"]) {
            book.readStatus(row.cells("shelf").first)
        } else {
            // A shelf that the reader made; the column "shelf" has its name with a number.
            let shelf = row.cells("shelfname").first ?? row.cells("shelf").first
            if let shelf { book.draft.shelves.append(shelf.text) }
            book.readStatus(shelf)
            if book.imported.assumed.contains(.status), !row["stopped"].isEmpty { book.set(.abandoned) }
        }
        book.keep(row.cells("stopped"))
    }
}
