public import Domain
import Storage

/// The format of goodreads.com, which many programs import.
public enum GoodreadsList {
    public static let name = ImportFormat.goodreads.rawValue

    /// What the format can't hold, and how many of each the books have.
    public static func omissions(in books: [Row<Book>]) -> [(name: String, count: Int)] {
        let books = books.map(\.draft)
        let names = books.map { $0.shelves + $0.authors.dropFirst() }
        let details = books.map { book in book.details.all.count { !GoodreadsRow(book: book).has($0) } }
        let counts = [
            ("start days", books.count { $0.started != nil }),
            ("finish days of books that aren't read", books.count { $0.finished != nil && $0.status != .read }),
            ("commas, semicolons or bars in names", names.joined().count { $0 != $0.withoutSeparators }),
            ("other details", details.reduce(0, +)),
            ("other sources", books.map { $0.sources.all.count - ($0.goodreadsID == nil ? 0 : 1) }.reduce(0, +)),
        ]
        return counts.filter { $0.1 > 0 }
    }

    /// A table with the columns of Goodreads, without a byte-order mark and with line feeds, which other programs'
    /// importers need. Sources: `bookwyrm/importers/importer.py` (bookwyrm-social/bookwyrm),
    /// `csv_import_goodreads.dart` (mateusz-bak/openreads), `process_goodreads_csv` (internetarchive/openlibrary).
    @Sendable public static func write(_ books: [Row<Book>]) -> [UInt8] {
        var writer = CSVWriter(lineEnd: [.lineFeed])
        writer.write(goodreadsColumns)
        for listing in books {
            let row = GoodreadsRow(book: listing.draft)
            writer.write(goodreadsColumns.map(row.cell))
        }
        return writer.bytes
    }
}

private let goodreadsColumns = [
    "Book Id", "Title", "Author", "Author l-f", "Additional Authors", "ISBN", "ISBN13", "My Rating", "Average Rating",
    "Publisher", "Binding", "Number of Pages", "Year Published", "Original Publication Year", "Date Read", "Date Added",
    "Bookshelves", "Bookshelves with positions", "Exclusive Shelf", "My Review", "Spoiler", "Private Notes",
    "Read Count", "Owned Copies",
]
/// The columns that importers read as whole numbers.
private let numbers = ["Number of Pages", "Year Published", "Original Publication Year", "Read Count"]

private struct GoodreadsRow {
    let book: BookDraft

    func cell(_ column: String) -> String {
        switch column {
        case "Book Id": book.goodreadsID ?? detail(column) ?? ""
        case "Title": book.title
        case "Author": book.authors[0]
        case "Additional Authors": book.authors.dropFirst().map(\.withoutSeparators).joined(separator: ", ")
        case "ISBN": "=\"\(book.isbn?.tenDigits ?? "")\""
        case "ISBN13": "=\"\(book.isbn?.description ?? "")\""
        case "My Rating": "\(book.rating?.stars ?? 0)"
        // Importers take any day here for that of a finished reading.
        case "Date Read": book.status == .read ? book.finished?.withSlashes ?? "" : ""
        case "Date Added": book.added?.withSlashes ?? ""
        case "Bookshelves": shelves.map(\.withoutSeparators).joined(separator: ", ")
        case "Exclusive Shelf": exclusiveShelf
        case "Bookshelves with positions": positions
        case "My Review": review
        case "Author l-f": ""
        default: detail(column) ?? (column == "Read Count" ? (book.status == .read ? "1" : "0") : "")
        }
    }

    /// Whether the row has that detail.
    func has(_ detail: BookDetail) -> Bool {
        let name = detail.name.description.lowercased()
        return goodreadsColumns.contains { $0.lowercased() == name && cell($0) == detail.text }
    }

    private func detail(_ column: String) -> String? {
        guard let name = DetailName(column), let text = book.details[name] else { return nil }
        return numbers.contains(column) && Int(text) == nil ? nil : text
    }

    /// The review as an import has kept it, unless the notes have changed since.
    private var review: String {
        let notes = book.notes ?? ""
        if let html = detail("My Review"), html.textOfHTML.tidiedLines == notes { return html }
        return notes.htmlOfText
    }

    /// The positions that an import has kept, of the shelves on which the book still is.
    private var positions: String {
        let kept = detail("Bookshelves with positions")?.parts(", ") ?? []
        return kept.filter { position in
            shelves.contains { position.hasPrefix("\($0.withoutSeparators) (#") }
        }.joined(separator: ", ")
    }

    private var exclusiveShelf: String {
        switch book.status {
        case .toRead: "to-read"
        case .reading: "currently-reading"
        case .read: "read"
        case .abandoned: "did-not-finish"
        }
    }

    /// Goodreads repeats the exclusive shelf, unless the book is read.
    private var shelves: [String] {
        let isOnShelf = book.shelves.contains(where: \.isFavorites)
        let favorites = book.isFavorite && !isOnShelf ? ["favorites"] : []
        return (book.status == .read ? [] : [exclusiveShelf]) + book.shelves + favorites
    }
}

extension BookDraft {
    fileprivate var goodreadsID: String? {
        sources.all.first { $0.program == ImportFormat.goodreads.rawValue }?.id
    }
}

extension String {
    /// With spaces in place of the characters that separate names in a cell.
    fileprivate var withoutSeparators: String {
        String(map { $0 == "," || $0 == ";" || $0 == "|" ? " " : $0 }).tidied
    }
}

extension Day {
    fileprivate var withSlashes: String { description.replacing("-", with: "/") }
}

extension ISBN {
    /// The form with ten digits, or nil: only numbers that begin with 978 have one.
    fileprivate var tenDigits: String? {
        let digits = description.dropFirst(3).dropLast()
        guard description.hasPrefix("978") else { return nil }
        let sum = zip(digits, 1...9).reduce(0) { $0 + ($1.0.wholeNumberValue ?? 0) * $1.1 }
        return digits + (sum % 11 == 10 ? "X" : "\(sum % 11)")
    }
}
