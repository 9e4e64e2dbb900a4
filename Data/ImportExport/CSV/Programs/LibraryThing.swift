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
            "source": [["bookid"]],
        ],
        derived: [["sortcharacter"]], medium: ["media"], hasHTMLNotes: true
    ) { book, row in
        book.draft.authors.append(row["primary"].firstNameFirst)
        let roles = row["roles"].split(separator: "|", omittingEmptySubsequences: false).map { String($0).tidied }
        let names = row["secondary"].split(separator: "|", omittingEmptySubsequences: false)
        for (index, name) in names.enumerated() where !name.isEmpty && (index >= roles.count || roles[index].isAuthor) {
            book.draft.authors.append(String(name).firstNameFirst)
        }
        if !roles.allSatisfy(\.isAuthor) { book.keep(row.cells("secondary") + row.cells("roles")) }

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
