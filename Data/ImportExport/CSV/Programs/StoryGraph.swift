import Domain

extension BookTable.Kind {
    /// The export of thestorygraph.com (Manage Account, Export StoryGraph Library). StoryGraph doesn't document it.
    /// Source: `bookwyrm/tests/data/storygraph.csv` (bookwyrm-social/bookwyrm).
    static let storyGraph = Self(
        name: "a StoryGraph export", program: .storygraph,
        requiredColumns: ["Title", "Authors", "ISBN/UID", "Read Status"],
        columns: [
            "title": [["title"]], "authors": [["authors"]], "status": [["readstatus"]], "rating": [["starrating"]],
            "shelves": [["tags"]], "added": [["dateadded"]], "finished": [["lastdateread"]],
            "notes": [["review"]], "key": [["isbnuid"]], "readings": [["datesread"]],
        ],
        medium: ["format"], hasHTMLNotes: true
    ) { book, row in
        // For a book without an ISBN, the column has StoryGraph's own key.
        let key = row["key"]
        if key.looksLikeISBN {
            book.readISBN(row.cells("key"))
        } else {
            book.keepSources(row.cells("key"), of: .storygraph)
        }
        let status = book.draft.status
        let readings = row["readings"].parts(",").map { text in
            // "2023/07/20-2023/08/15", "2023/07/20-", or a single day: with hyphens in days, a range has an even number
            // of parts, too.
            let parts = text.tidied.split(separator: "-", omittingEmptySubsequences: false)
            if parts.count.isMultiple(of: 2) {
                return ListedReading(
                    started: parts.prefix(parts.count / 2).joined(separator: "-"),
                    finished: parts.suffix(parts.count / 2).joined(separator: "-"))
            }
            return switch status {
            case .read: ListedReading(finished: text.tidied)
            case .reading: ListedReading(started: text.tidied)
            case .toRead, .abandoned: ListedReading(hasMore: true)
            }
        }
        book.take(readings, from: row.cells("readings"))
    }
}
