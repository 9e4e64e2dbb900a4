import Domain

extension BookTable.Kind {
    /// The export of goodreads.com (My Books, Import and Export), in its forms with 23, 24 and 31 columns. Goodreads
    /// doesn't document them. Sources: `bookwyrm/tests/data/goodreads.csv` (bookwyrm-social/bookwyrm); issue 65 and
    /// pull request 156 of nperez0111/bookhive.
    static let goodreads = Self(
        name: "a Goodreads export", program: .goodreads, requiredColumns: ["Title", "Author", "Exclusive Shelf"],
        columns: [
            "title": [["title"]], "authors": [["additionalauthors"]], "isbn": [["isbn13"], ["isbn"]],
            "rating": [["myrating"]], "shelves": [["bookshelves"]], "added": [["dateadded"]],
            "finished": [["dateread"]], "notes": [["myreview"]], "author": [["author"]], "shelf": [["exclusiveshelf"]],
            "source": [["bookid"]], "positions": [["bookshelveswithpositions"]],
        ],
        derived: [["authorlf"]], medium: ["binding"], hasHTMLNotes: true
    ) { book, row in
        // Always one name, even with a comma ("Kurt Vonnegut, Jr.").
        book.draft.authors.insert(row["author"], at: 0)
        book.draft.shelves.removeAll { exclusiveShelves.contains($0.tidied) }
        let shelf = row["shelf"]
        // A shelf that the reader made. Its name may tell the status.
        if !shelf.isEmpty, !exclusiveShelves.contains(shelf) { book.draft.shelves.append(shelf) }
        book.readStatus(row.cells("shelf").first)
        if book.draft.shelves.contains(where: \.isFavorites) { book.setFavorite() }
        if row["positions"] != row["shelves"] { book.keep(row.cells("positions")) }
    }

    /// The exclusive shelves that Goodreads has for every reader. A book is on one exclusive shelf.
    private static let exclusiveShelves = ["read", "currently-reading", "to-read", "did-not-finish"]
}
