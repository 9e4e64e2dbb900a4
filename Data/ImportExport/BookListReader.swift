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
        let (text, encoding) = bytes.decoded(options.encoding)
        var file = try mapError(malformed, TextFile(text))
        if let bytes = file.bytes.withoutSeparatorLine { file = try mapError(malformed, TextFile(bytes)) }
        var list = try list(in: file, from: location, options)
        let choices = list.hints.choices(for: options)
        if !choices.isEmpty {
            var options = options
            for choice in choices {
                if case .authors(let form) = choice, form != .comma { options.authors = form }
                if case .days(let order) = choice { options.dayOrder = order }
            }
            if options.authors != nil || options.dayOrder != nil {
                list = try self.list(in: file, from: location, options)
            }
        }
        list.choices += choices + (encoding.map { [.encoding($0)] } ?? [])
        if let unknown = options.mappings.first(where: { !list.names.contains($0.key) }) {
            throw .notInList(name: unknown.name, location: location)
        }
        return list
    }

    private func list(
        in file: TextFile, from location: String, _ options: ImportOptions
    ) throws(ImportError) -> BookList {
        let isJSON = options.format == .json || [nil, .calibre].contains(options.format) && file.beginsLikeJSON
        if isJSON {
            return try mapError(
                { ImportError($0, in: location) }, BookList(json: file, options: options, mostRows: mostRows))
        }
        if options.format == .isbn || options.format == nil && options.mappings.isEmpty && file.beginsLikeISBNs {
            return try mapError({ ImportError($0, in: location) }, BookList(isbns: file, mostRows: mostRows))
        }
        return try BookList(csv: file, from: location, options: options, mostRows: mostRows)
    }
}

extension TextError {
    static func tooManyRows(line: Int, most: Int) -> TextError {
        TextError(line: line, reason: "a list can have at most \(most) rows")
    }
}

extension [UInt8] {
    /// With spaces for a first line `sep=;`, as Excel writes it; nil if there is none. The header tells the separator, too.
    fileprivate var withoutSeparatorLine: [UInt8]? {
        let start = starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let line = self[start...].prefix { $0 != .lineFeed && $0 != .carriageReturn }
        guard line.count == 5, line.starts(with: "sep=".utf8) else { return nil }
        var text = self
        text.replaceSubrange(line.indices, with: repeatElement(.space, count: 5))
        return text
    }
}

extension TextFile {
    fileprivate var beginsLikeJSON: Bool {
        let first = bytes[start...].first { !$0.isBlank }
        return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    }
}
