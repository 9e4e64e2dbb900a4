import Domain
import Storage

/// A kind of table that books are listed in: it knows which of the columns says what.
protocol BookTable {
    func book(in record: CSVRecord) throws(RejectionReason) -> BookNotes
}

extension CSVHeader {
    /// The table of the format asked for; without one, the table that the names of the columns tell of.
    func table(format: ImportFormat?) throws(WrongHeader) -> any BookTable {
        switch format {
        case .goodreads:
            guard let table = GoodreadsTable(self) else {
                throw WrongHeader("not a Goodreads export, which has the columns Title, Author and Exclusive Shelf")
            }
            return table
        case .storygraph:
            guard let table = StoryGraphTable(self) else {
                throw WrongHeader(
                    "not a StoryGraph export, which has the columns Title, Authors, ISBN/UID and Read Status")
            }
            return table
        case .csv, .json:
            if let table = BookshelfTable(self) { return table }
            return try PlainTable(self)
        case nil:
            if let table = GoodreadsTable(self) { return table }
            if let table = StoryGraphTable(self) { return table }
            return try table(format: .csv)
        }
    }
}

/// Why a table is not one of books, or not of the format asked for.
struct WrongHeader: Error {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}

extension String {
    /// The names of a list, separated by semicolons if there is one in it, by commas otherwise.
    var listedNames: [String] {
        utf8.split(separator: utf8.contains(.semicolon) ? .semicolon : .comma).map { String(Substring($0)) }
    }
}
