public import Domain
import Storage

/// Writes files that list books, for keeping and for other programs.
public struct BookListWriter: Sendable {
    private let format: ExportFormat

    public init(format: ExportFormat) {
        self.format = format
    }

    /// The whole file, in UTF-8, with the books in the given order. In JSON, each book has its own line.
    public func write(_ books: [BookListing]) -> [UInt8] {
        switch format {
        case .csv: csv(books)
        case .json: json(books)
        }
    }

    private func csv(_ books: [BookListing]) -> [UInt8] {
        var writer = CSVWriter()
        writer.write(BookTable.Kind.ownColumns)
        for listing in books {
            var cells = CellWriter()
            var record = BookRecord(listing.book)
            record.members(&cells)
            writer.write(cells.cells + [listing.lentTo ?? "", listing.due?.description ?? ""])
        }
        return writer.bytes
    }

    private func json(_ books: [BookListing]) -> [UInt8] {
        guard !books.isEmpty else { return Array("[]\n".utf8) }
        var bytes = Array("[".utf8)
        for (index, book) in books.enumerated() {
            var writer = JSONWriter(reservingCapacity: 256)
            writer.book(book)
            bytes += index == 0 ? "\n".utf8 : ",\n".utf8
            bytes += writer.bytes
        }
        return bytes + Array("\n]\n".utf8)
    }
}

/// Collects the cells of one row of this program's own table.
private struct CellWriter: MemberVisitor {
    private(set) var cells: [String] = []

    mutating func member<Value: MemberValue>(_ name: StaticString, _ value: inout Value, isRequired: Bool) {
        cells.append(value.cell)
    }
}
