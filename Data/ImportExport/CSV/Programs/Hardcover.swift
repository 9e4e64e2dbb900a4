import Domain

extension BookTable.Kind {
    /// The export of hardcover.app, which has the columns of its custom format:
    /// https://hardcover.app/pages/custom-csv-import-format
    static let hardcover = Self(
        name: "a Hardcover export", program: .hardcover,
        requiredColumns: ["Title", "Author", "Status", "Hardcover Book ID"],
        columns: [
            "title": [["title"]], "isbn": [["isbn13"], ["isbn10"]], "status": [["status"]], "rating": [["rating"]],
            "shelves": [["tags"]], "added": [["dateadded"]], "notes": [["review"]], "credits": [["author"]],
            "lists": [["lists"]], "starts": [["datestarted"]], "finishes": [["datefinished"]],
            "source": [["hardcoverbookid"]],
        ],
        // The review again, as a data structure.
        derived: [["reviewslate"]], medium: ["media"], hasHTMLNotes: true
    ) { book, row in
        // "Roberto Bolaño, Natasha Wimmer (Translator)"
        let credits = row["credits"].parts(", ").map { (name: $0.withoutRemark, isAuthor: $0.hasAuthorsRole) }
        let authors = credits.filter(\.isAuthor)
        book.draft.authors += (authors.isEmpty ? credits : authors).map(\.name)
        if authors.count < credits.count { book.keep(row.cells("credits")) }

        // "Owned, Russians (#2)", where the number is a position.
        let lists = row["lists"].parts(", ")
        let names = lists.map { $0.contains(" (#") ? $0.withoutRemark : $0 }
        book.draft.shelves += names
        if names != lists { book.keep(row.cells("lists")) }

        let (starts, finishes) = (row["starts"].parts(","), row["finishes"].parts(","))
        let readings = (0..<max(starts.count, finishes.count)).map { index in
            ListedReading(
                started: index < starts.count ? starts[index].tidied : "",
                finished: index < finishes.count ? finishes[index].tidied : "")
        }
        book.take(readings, from: row.cells("starts") + row.cells("finishes"))
    }
}

extension String {
    /// The text before a remark in brackets at its end.
    fileprivate var withoutRemark: String {
        guard hasSuffix(")"), let start = lastIndex(of: "(") else { return self }
        return String(self[..<start]).tidied
    }

    fileprivate var hasAuthorsRole: Bool { !hasSuffix(")") || hasSuffix("(Author)") }
}
