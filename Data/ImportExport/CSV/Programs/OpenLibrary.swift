import Domain

extension BookTable.Kind {
    /// The reading log of openlibrary.org (Settings, Import and Export). Source: `ReadingLogExport` in
    /// `openlibrary/plugins/upstream/account.py` (internetarchive/openlibrary). The key of an edition ends with M, that of
    /// a work with W.
    static let openLibrary = Self(
        name: "a reading log of Open Library", program: .openlibrary,
        requiredColumns: ["Work ID", "Title", "Authors", "Bookshelf"],
        columns: [
            "title": [["title"]], "names": [["authors"]], "status": [["bookshelf"]], "rating": [["myratings"]],
            "source": [["editionid"], ["workid"]],
        ]
    ) { book, row in
        // A comma is part of a name.
        book.draft.authors += row["names"].parts(" | ")
    }
}
