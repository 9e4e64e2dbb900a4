import Storage

/// Reads lists of books written by other programs, spreadsheets and this program.
///
/// A row that isn't a valid book is in the list with the reason. A file that can't be split into rows is refused as a
/// whole.
public struct BookListReader: Sendable {
    private let format: ImportFormat?
    private let mostRows: Int

    /// A reader of that format; nil detects the format from the content.
    public init(format: ImportFormat? = nil) {
        self.init(format: format, mostRows: 1_000_000)
    }

    /// `mostRows` bounds the memory, since a row can take much more in memory than in the file.
    init(format: ImportFormat? = nil, mostRows: Int) {
        self.format = format
        self.mostRows = mostRows
    }

    /// The list in `bytes`, the whole file. `location` is the name of the file, for messages.
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
        TextError(line: line, reason: "a list can have at most \(most) rows")
    }
}

extension TextFile {
    fileprivate var beginsLikeJSON: Bool {
        let first = bytes[start...].first { !$0.isBlank }
        return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    }
}
