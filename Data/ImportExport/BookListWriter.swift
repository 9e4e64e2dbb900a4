public import Domain
import Storage

/// Writes lists of books, to be imported again or read by other programs.
public struct BookListWriter: Sendable {
    let format: ExportFormat

    public init(format: ExportFormat) {
        self.format = format
    }

    /// The whole file, in UTF-8, with the books in the given order. In JSON, each book has its own line.
    public func write(_ books: [Row<Book>]) -> [UInt8] {
        switch format {
        case .csv: csv(books)
        case .json: json(books)
        case .goodreads: goodreads(books)
        }
    }

    private func csv(_ books: [Row<Book>]) -> [UInt8] {
        var details: [DetailName] = []
        var known: Set<String> = []
        for book in books {
            for detail in book.draft.details.all where known.insert(detail.name.description.lowercased()).inserted {
                details.append(detail.name)
            }
        }
        var writer = CSVWriter()
        writer.write(BookTable.Kind.ownColumns + details.map(\.description))
        for listing in books {
            let cells = BookRecord(listing).cells.map(\.text)
            let loan = [listing.lentTo ?? "", listing.due?.description ?? ""]
            writer.write(cells + loan + details.map { listing.draft.details[$0] ?? "" })
        }
        return writer.bytes
    }

    private func json(_ books: [Row<Book>]) -> [UInt8] {
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

extension EntityRecord {
    /// The cells of a row of this program's own table, each with the name of its column.
    var cells: [(column: String, text: String)] {
        var writer = CellWriter()
        var record = self
        record.members(&writer)
        return writer.cells
    }
}

private struct CellWriter: MemberVisitor {
    private(set) var cells: [(column: String, text: String)] = []

    mutating func member<Value: MemberValue>(_ name: StaticString, _ value: inout Value, isRequired: Bool) {
        if let text = (value as? any ListedMember)?.cell { cells.append((name.description, text)) }
    }
}
