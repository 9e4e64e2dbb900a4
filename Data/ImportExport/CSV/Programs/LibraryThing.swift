import Domain

extension BookTable.Kind {
    /// The tab-separated export of librarything.com (More, Import/Export). LibraryThing doesn't document it. Sources:
    /// `bookwyrm/tests/data/librarything.tsv` (bookwyrm-social/bookwyrm); `LibraryThingImporter.java` (MMcM/PalmThing).
    static let libraryThing = Self(
        name: "a LibraryThing export", program: .librarything, requiredColumns: ["Book Id", "Title", "Primary Author"],
        columns: [
            "title": [["title"]], "isbn": [["isbns"], ["isbn"]], "rating": [["rating"]], "tags": [["tags"]],
            "added": [["entrydate"]], "started": [["datestarted"]], "finished": [["dateread"]],
            "notes": [["review"]], "primary": [["primaryauthor"]], "secondary": [["secondaryauthor"]],
            "roles": [["secondaryauthorroles", "secondaryauthorrole"]], "collections": [["collections"]],
            "source": [["bookid"]], "patron": [["lendingpatron"]], "lent": [["lendingstart"]],
            "ended": [["lendingend"]],
            "lending": [["lendingstatus"]], "sort": [["sortcharacter"]],
        ],
        medium: ["media"], hasHTMLNotes: true
    ) { book, row in
        book.draft.authors.append(row["primary"].firstNameFirst)
        // The title is sorted from this character on, counted from 1: "Les Âmes mortes" from the fifth.
        if let first = Int(row["sort"]), first > 1 {
            book.keep(String(book.draft.title.dropFirst(first - 1)), named: "title_sort")
        } else if row["sort"] != "1" {
            book.keep(row.cells("sort"))
        }
        let roles = row["roles"].split(separator: "|", omittingEmptySubsequences: false).map { String($0).tidied }
        let names = row["secondary"].split(separator: "|", omittingEmptySubsequences: false)
        for (index, name) in names.enumerated() where !name.isEmpty && (index >= roles.count || roles[index].isAuthor) {
            book.draft.authors.append(String(name).firstNameFirst)
        }
        if !roles.allSatisfy(\.isAuthor) { book.keep(row.cells("secondary") + row.cells("roles")) }

        let isOut = row["lending"].lowercased().contains("out")
        book.readLoan(
            to: row.cells("patron"), lent: row.cells("lent"), due: isOut ? row.cells("ended") : [],
            returned: isOut ? [] : row.cells("ended"), others: row.cells("lending"))

        book.draft.shelves += row["tags"].parts(",")
        let collections = row["collections"].split { $0 == "," || $0 == "|" }.map { String($0).tidied }
        if collections.contains(where: \.isFavorites) { book.setFavorite() }
        let statuses = collections.compactMap { book.reading.status($0) }
        if let status = [.reading, .abandoned, .read, .toRead].first(where: statuses.contains) { setStatus(status) }
        book.draft.shelves += collections.filter {
            $0 != "Currently reading" && ($0 != "To read" || book.draft.status != .toRead)
        }

        func setStatus(_ status: ReadingStatus) {
            if !book.imported.assumed.contains(.status) { return }
            // A book stays in the collection "Currently reading" after it has been read.
            let isRereading = book.draft.finished.map { finished in book.draft.started.map { $0 > finished } ?? false }
            book.set(status == .reading && isRereading == false ? .read : status)
        }
    } meaning: { text, column in
        // Line ends in notes and comments.
        if text.utf8.contains(UInt8(ascii: "[")), text.contains("[return]") {
            return text.replacing("[return]", with: column.lowercased() == "review" ? "<br/>" : "\n")
        }
        guard text.hasPrefix("["), text.hasSuffix("]"), bracketed.contains(CSVHeader.key(column)) else { return text }
        return String(text.dropFirst().dropLast())
    }

    /// The columns whose days and numbers are in brackets: "[2007-05-08]", "[0140448071]", "[]".
    private static let bracketed: Set = [
        "acquired", "datestarted", "dateread", "isbn", "isbns", "entrydate", "lendingstart", "lendingend",
    ]
}

extension String {
    fileprivate var isAuthor: Bool { isEmpty || self == "Author" }
}
