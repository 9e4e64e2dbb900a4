public import Domain

/// Writes lists of books, as files that people keep and other programs read.
public struct BookListWriter: Sendable {
    private let format: ExportFormat

    public init(format: ExportFormat) {
        self.format = format
    }

    /// The whole file: UTF-8, the books in the order given. Of JSON, each line is one book.
    public func write(_ books: [BookListing]) -> [UInt8] {
        switch format {
        case .csv: csv(books)
        case .json: json(books)
        }
    }

    private func csv(_ books: [BookListing]) -> [UInt8] {
        var writer = CSVWriter()
        writer.write(BookshelfTable.columns)
        for book in books { writer.write(BookshelfTable.fields(of: book)) }
        return writer.bytes
    }

    private func json(_ books: [BookListing]) -> [UInt8] {
        let lines = books.map { book in
            var writer = JSONWriter()
            writer.book(book)
            return writer.bytes
        }
        guard !lines.isEmpty else { return Array("[]\n".utf8) }
        return Array("[\n".utf8) + lines.joined(separator: Array(",\n".utf8)) + Array("\n]\n".utf8)
    }
}
