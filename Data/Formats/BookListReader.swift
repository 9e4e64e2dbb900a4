import Storage

/// Reads the lists of books that other programs, spreadsheets and this one write.
///
/// A row that can't be a book is found in the list with its reason. What keeps the rows from being told apart
/// refuses the whole file, before anything of it is used.
public struct BookListReader: Sendable {
    private let format: ImportFormat?
    private let mostRows: Int

    /// A reader of that format; with nil, of whichever the content tells of.
    public init(format: ImportFormat? = nil) {
        self.init(format: format, mostRows: 1_000_000)
    }

    /// A row takes much more memory than its bytes may: in a file of millions, it would be without measure.
    init(format: ImportFormat? = nil, mostRows: Int) {
        self.format = format
        self.mostRows = mostRows
    }

    /// The list in `bytes`, which are a whole file. `location` is the name of the file, for messages.
    ///
    /// Throws `ImportError.malformed`.
    public func read(_ bytes: [UInt8], from location: String) throws(ImportError) -> BookList {
        do {
            let file = try TextFile(bytes)
            if format == .json || format == nil && file.beginsLikeJSON {
                return try BookList(json: file, mostRows: mostRows)
            }
            return try BookList(csv: file, format: format, mostRows: mostRows)
        } catch {
            throw .malformed(location: location, line: error.line, reason: error.reason)
        }
    }
}

extension TextError {
    static func tooManyRows(line: Int, most: Int) -> TextError {
        TextError(line: line, reason: "a list may have \(most) rows, and this is one more")
    }
}

extension TextFile {
    fileprivate var beginsLikeJSON: Bool {
        let first = bytes[start...].first { !$0.isBlank }
        return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    }
}
