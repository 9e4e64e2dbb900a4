import Domain

extension BookTable.Kind {
    /// The CSV catalogue of calibre. Sources: `src/calibre/library/catalogs/csv_xml.py` and
    /// `src/calibre/customize/__init__.py` (kovidgoyal/calibre). Its tags are often those of the publisher. Its `id` is not
    /// a source, because other libraries of calibre have the same numbers.
    static let calibre = Self(
        name: "a catalogue of calibre", program: .calibre, requiredColumns: ["title", "authors", "timestamp", "uuid"],
        columns: [
            "title": [["title"]], "isbn": [["isbn"]], "rating": [["rating"]], "tags": [["tags"]],
            "added": [["timestamp"]], "names": [["authors"]], "sortnames": [["authorsort"]],
            "sorttitle": [["titlesort"]], "series": [["series"]],
            "index": [["seriesindex"]], "identifiers": [["identifiers"]], "source": [["uuid"]],
        ],
        // The cover is a path on the computer of the export.
        derived: [["cover"]]
    ) { book, row in
        book.draft.authors += authors(row["names"], sorted: row["sortnames"])
        // What sorts differently from what the title and the names tell.
        if row["sorttitle"] != book.draft.title { book.keep(row.cells("sorttitle")) }
        let names = book.draft.authors.map { "\(AuthorName($0))" }.joined(separator: " & ")
        if row["sortnames"] != names { book.keep(row.cells("sortnames")) }
        book.draft.shelves += row["tags"].parts(",")
        // Without a series, the index is 1.0.
        let hasSeries = !row["series"].isEmpty || row["index"] != "1.0"
        if hasSeries { book.keep(row.cells("series") + row.cells("index")) }
        if row["identifiers"] != "isbn:" + row["isbn"] { book.keep(row.cells("identifiers")) }
    } meaning: { text, _ in
        // calibre writes midnight UTC of this day for "no date". West of Greenwich, that is the day before.
        text.hasPrefix("0101-01-01") || text.hasPrefix("0100-12-31") ? "" : text
    }

    /// `names` are separated by ` & `, and `&&` is an `&` in a name; files from before 2016 have commas instead.
    /// `sorted` are the same names, always separated by ` & `, each with the last name first.
    private static func authors(_ names: String, sorted: String) -> [String] {
        var authors = names.parts(" & ")
        if authors.count == 1 {
            let byComma = sorted.isEmpty ? names.commaSeparatedNames : names.parts(", ").withSuffixes
            if sorted.isEmpty || byComma.count == sorted.parts(" & ").count { authors = byComma }
            // Names that have the last name first in both columns.
            if names == sorted.replacing(" & ", with: ", ") { authors = sorted.parts(" & ") }
        }
        return authors.map { $0.replacing("&&", with: "&") }
    }
}
