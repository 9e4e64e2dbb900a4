public import Domain

/// A list of books as a file has it, row by row.
public struct BookList: Sendable {
    /// What a row that is no book should be given as, so that it can be corrected and read again.
    struct Source: Sendable {
        let bytes: [UInt8]
        /// Where each of the rows stands, without what separates it from the next.
        var ranges: [Range<Int>] = []
        /// What a file of some of these rows begins with, has between them, and ends with.
        let before: [UInt8]
        let between: [UInt8]
        let after: [UInt8]
    }

    /// In the order of the file.
    public let rows: [ImportRow]
    private let source: Source

    init(rows: [ImportRow], source: Source) {
        self.rows = rows
        self.source = source
    }

    /// A file of the rows that begin on these lines, each byte for byte as it was found, below the header if the
    /// list has one. Corrected, it can be imported in the place of the whole.
    public func rejects(lines: Set<Int>) -> [UInt8] {
        let wanted = zip(rows, source.ranges).filter { lines.contains($0.0.line) }
        let found = wanted.map { source.bytes[$0.1] }.joined(separator: source.between)
        return source.before + found + (wanted.isEmpty ? [] : source.after)
    }
}
