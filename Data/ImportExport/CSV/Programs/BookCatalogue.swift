import Domain

extension BookTable.Kind {
    /// The CSV export of the app Book Catalogue, whose cells have line breaks and backslashes escaped, and shelves between commas.
    /// Source: `ExportThread.java` and `CsvExporter.java` (eleybourn/Book-Catalogue).
    static let bookCatalogue = Self(
        name: "a Book Catalogue export", program: .bookcatalogue,
        requiredColumns: ["author_details", "title", "bookshelf", "loaned_to"],
        columns: [
            "title": [["title"]], "isbn": [["isbn"]], "rating": [["rating"]], "shelf": [["bookshelf"]],
            "added": [["dateadded"]], "started": [["readstart"]], "finished": [["readend"]], "notes": [["notes"]],
            "names": [["authordetails"]], "read": [["read"]], "person": [["loanedto"]], "source": [["bookuuid"]],
        ]
    ) { book, row in
        // "Marx, Karl|Engels, Friedrich"
        book.draft.authors += row["names"].parts("|").map(\.firstNameFirst)
        if ["1", "true"].contains(row["read"].lowercased()) { book.set(.read) }
        book.draft.shelves += row["shelf"].replacing("\\,", with: "\u{1}").parts(",")
            .map { $0.replacing("\u{1}", with: ",") }
        book.readLoan(to: row.cells("person"), lent: [])
    } meaning: { text, _ in
        text.utf8.contains(UInt8(ascii: "\\")) ? text.unescaped : text
    }
}

extension String {
    /// With what `\n`, `\t`, `\r` and `\\` stand for.
    fileprivate var unescaped: String {
        replacing("\\\\", with: "\u{1}").replacing("\\n", with: "\n").replacing("\\t", with: "\t")
            .replacing("\\r", with: "").replacing("\u{1}", with: "\\")
    }
}
