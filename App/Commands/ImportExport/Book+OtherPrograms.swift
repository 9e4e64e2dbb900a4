import Data
import Domain

/// Books are also imported from other programs, and exported for them.
extension Book {
    static var importer: any Command.Type { Import.self }

    static var lists: ExportedLists<Book> {
        ExportedLists(
            examples: ["export books.csv", "export books.json", "export --format json | gzip > books.json.gz"],
            notes: """
                \(ExportedLists<Book>.common) The format goodreads is for other programs; a message says
                what it can't hold. An existing file is replaced only after the new one has been written completely. CSV
                and JSON name the borrower and the due date of a lent book. People and loans are left out: see "backup".
                """,
            formats: [
                .csv, .json,
                ListFormat(name: GoodreadsList.name, write: GoodreadsList.write, remarks: remarksOnGoodreads),
            ],
            sort: { environment throws(LibraryError) in try await environment.preferences.preferences().sort.order })
    }

    @Sendable private static func remarksOnGoodreads(_ books: [Row<Book>]) -> [String] {
        let omissions = GoodreadsList.omissions(in: books).map { "\($0.name) (\($0.count))" }
        var remarks = omissions.isEmpty ? [] : ["The format has no room for \(omissions.joined(separator: ", "))."]
        if books.contains(where: { $0.draft.notes != nil }) {
            remarks.append("Notes are in the column \"My Review\": a site that imports them may show them to others.")
        }
        return remarks
    }
}
