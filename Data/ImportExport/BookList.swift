public import Domain

/// The rows of a file that lists books.
public struct BookList: Sendable {
    /// The text of the file in UTF-8, from which rejected rows are copied so that they can be corrected and read again.
    struct Source: Sendable {
        let bytes: [UInt8]
        /// The range of each row, without its separator.
        var ranges: [Range<Int>] = []
        /// The text that a file of rejected rows has before, between and after the rows.
        let before: [UInt8]
        let between: [UInt8]
        let after: [UInt8]
    }

    /// In the order of the file.
    public var rows: [ImportRow]
    /// How the list was read where there are two ways.
    public internal(set) var choices: [ImportChoice] = []
    var hints = ListHints()
    /// Whether the list has nothing but ISBNs, so that a catalogue must tell titles and authors.
    public internal(set) var lacksTitles = false
    /// The column of shelves that was read as that of the status, because it has nothing but statuses.
    public internal(set) var statusColumn: String?
    private let source: Source
    /// The keys of the columns, and of the words in the list to which options give a meaning.
    let names: Set<String>

    init(rows: [ImportRow], source: Source, names: Set<String>) {
        self.rows = rows
        self.source = source
        self.names = names
    }

    /// The books of another copy of a library, and who has them, as rows that the identifiers match with its books.
    public init(copy library: LibrarySnapshot) {
        let holders = library.holders
        let rows = library.books.enumerated().map { index, book in
            let imported = ImportedBook(id: book.id, book.draft, loan: holders[book.id])
            var row = ImportRow(line: index + 1, content: .book(imported))
            row.title = book.title
            return row
        }
        self.init(rows: rows, source: Source(bytes: [], before: [], between: [], after: []), names: [])
        choices = [.copy]
    }

    /// A file of the rows that begin on these lines, copied unchanged, in UTF-8, below the header if the list has one.
    /// Once corrected, it can be imported instead of the whole list.
    public func rejects(lines: Set<Int>) -> [UInt8] {
        let wanted = zip(rows, source.ranges).filter { lines.contains($0.0.line) }
        let found = wanted.map { source.bytes[$0.1] }.joined(separator: source.between)
        return source.before + found + (wanted.isEmpty ? [] : source.after)
    }
}
