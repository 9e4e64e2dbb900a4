import Domain

extension BookTable.Kind {
    /// The export of libib.com, and its template for imports. Libib documents only the template. Sources: its support
    /// page, "Import a CSV file"; for the export, `libib_reconcile/libib_reader.py` (Jinniyah/libib-tools).
    static let libib = Self(
        name: "a Libib export", requiredColumns: ["title", "creators", "ean_isbn13", "upc_isbn10"],
        columns: [
            "title": [["title"]], "authors": [["creators"]], "isbn": [["eanisbn13"], ["upcisbn10"]],
            "status": [["status"]], "rating": [["rating"]], "shelves": [["tags"]], "added": [["added"]],
            "started": [["began", "begandate"]], "finished": [["completed", "completeddate"]], "notes": [["notes"]],
            "first": [["firstname"]], "last": [["lastname"]], "type": [["itemtype"]],
        ]
    ) { book, row in
        // The name of the first creator.
        let name = (row["first"] + " " + row["last"]).tidied
        // "Hemingway, Ernest" is one creator.
        if book.draft.authors.prefix(2).map(\.tidied) == [row["last"], row["first"]] {
            book.draft.authors.replaceSubrange(..<2, with: [name])
        }
        if book.draft.authors.isEmpty {
            book.draft.authors = [name]
        } else if book.draft.authors[0].tidied != name {
            book.keep(row.cells("first") + row.cells("last"))
        }
        let type = row["type"].lowercased()
        if !type.isEmpty, type != "book" {
            book.noBook = "its item_type is \(type)"
            book.keep(row.cells("type"))
        }
    }
}
