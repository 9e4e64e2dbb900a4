import Domain

extension BookTable.Kind {
    /// The CSV export of the app Openreads. Sources: `doc/csv.md`, an earlier form, and
    /// `lib/core/helpers/backup/csv_export.dart` (mateusz-bak/openreads).
    static let openreads = Self(
        name: "an Openreads export", program: .openreads,
        requiredColumns: ["title", "author", "status", "olid", "book_format"],
        columns: [
            "title": [["title"]], "isbn": [["isbn"]], "rating": [["rating"]], "favorite": [["favourite"]],
            "added": [["dateadded"]], "started": [["startdate"]], "finished": [["finishdate"]], "notes": [["notes"]],
            "names": [["author"]], "word": [["status"]], "tags": [["tags"]], "readings": [["readings"]],
            "deleted": [["deleted"]], "source": [["olid"]],
        ]
    ) { book, row in
        book.draft.authors += row["names"].commaSeparatedNames
        book.draft.shelves += row["tags"].parts("|||||")
        if row["word"] != "unknown" { book.readStatus(row.cells("word").first) }
        // start|finish|milliseconds;…
        let readings = row["readings"].parts(";").map { text in
            let parts = text.split(separator: "|", omittingEmptySubsequences: false).map { String($0) }
            let days = parts.prefix(2).map { $0.hasSuffix("T00:00:00.000") ? String($0.dropLast(13)) : $0 }
            let hasTime = days.contains { $0.contains("T") }
            return ListedReading(
                started: days[0], finished: days.count > 1 ? days[1] : "",
                hasMore: hasTime || parts.dropFirst(2).contains { !$0.isEmpty })
        }
        book.take(readings, from: row.cells("readings"))
        if row["deleted"].lowercased() == "true" {
            book.noBook = "it is marked as deleted"
            book.keep(row.cells("deleted"))
        }
    }
}
