import Domain

extension BookTable.Kind {
    /// The CSV export of the app Book Catalogue. Source: `ExportThread.java` (eleybourn/Book-Catalogue).
    static let bookCatalogue = Self(
        name: "a Book Catalogue export", program: .bookcatalogue,
        requiredColumns: ["author_details", "title", "bookshelf", "loaned_to"],
        columns: [
            "title": [["title"]], "isbn": [["isbn"]], "rating": [["rating"]], "shelves": [["bookshelf"]],
            "added": [["dateadded"]], "started": [["readstart"]], "finished": [["readend"]], "notes": [["notes"]],
            "names": [["authordetails"]], "read": [["read"]], "person": [["loanedto"]], "source": [["bookuuid"]],
        ]
    ) { book, row in
        // "Marx, Karl|Engels, Friedrich"
        book.draft.authors += row["names"].parts("|").map(\.firstNameFirst)
        if ["1", "true"].contains(row["read"].lowercased()) { book.set(.read) }
        book.readLoan(to: row.cells("person"), lent: [])
    }
}
