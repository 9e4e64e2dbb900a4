import Domain
import Storage

/// Reads lists of books written by other programs, spreadsheets and this program.
///
/// A row that can't be read as a book is in the list with the reason; `ImportBooks` checks the rules of books. A file
/// that can't be split into rows is refused as a whole.
public struct BookListReader: Sendable {
    private let options: ImportOptions
    private let mostRows: Int

    public init(_ options: ImportOptions = ImportOptions()) {
        self.init(options, mostRows: 1_000_000)
    }

    /// `mostRows` bounds the memory, since a row can take much more in memory than in the file.
    init(_ options: ImportOptions = ImportOptions(), mostRows: Int) {
        self.options = options
        self.mostRows = mostRows
    }

    /// The list in `bytes`, the whole file. `location` is the name of the file, for messages.
    ///
    /// Throws `ImportError.malformed` and `.missingColumn`, and `.notInList` for a mapping of the options that names
    /// nothing in the list.
    public func read(_ bytes: [UInt8], from location: String) throws(ImportError) -> BookList {
        let malformed = { ImportError($0, in: location) }
        if let reason = bytes.otherFormat { throw malformed(TextError(line: nil, reason: reason)) }
        let (text, isRepaired) = bytes.repairedIfFromLibraryThing
        let file = try mapError(malformed, TextFile(text))
        let isJSON = options.format == .json || options.format == nil && file.beginsLikeJSON
        var list =
            isJSON
            ? try mapError(malformed, BookList(json: file, options: options, mostRows: mostRows))
            : try BookList(csv: file, from: location, options: options, mostRows: mostRows)
        list.isRepaired = isRepaired
        if let unknown = options.mappings.first(where: { !list.names.contains($0.key) }) {
            throw .notInList(name: unknown.name, location: location)
        }
        return list
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
