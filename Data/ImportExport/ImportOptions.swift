public import Domain

/// How to read a list.
public struct ImportOptions: Sendable {
    /// Nil detects the format from the content.
    public var format: ImportFormat?
    /// Meanings given to columns and words, in place of what their names say. A later mapping overrides
    /// an earlier one.
    public var mappings: [ImportMapping]
    /// The order of the parts of days that don't begin with the year; if nil, such days are not read.
    public var dayOrder: DayOrder?
    /// How authors are written in a cell; if nil, the list decides.
    public var authors: AuthorsForm?
    /// The encoding of the file; if nil, its bytes decide.
    public var encoding: ListEncoding?
    /// The author of books that the list gives none.
    public var author: String?
    /// Whether rows that are not meant to be books, such as those of films, are read as books.
    public var takesAll: Bool

    public init(
        format: ImportFormat? = nil, mappings: [ImportMapping] = [], dayOrder: DayOrder? = nil,
        authors: AuthorsForm? = nil, encoding: ListEncoding? = nil, author: String? = nil, takesAll: Bool = false
    ) {
        self.format = format
        self.mappings = mappings
        self.dayOrder = dayOrder
        self.authors = authors
        self.encoding = encoding
        self.author = author
        self.takesAll = takesAll
    }
}

/// The order of day, month and year; the raw values are the names on the command line.
public enum DayOrder: String, CaseIterable, Sendable {
    case dmy
    case mdy
}

/// How the authors of a book are written in one cell; the raw values are the names on the command line.
public enum AuthorsForm: String, CaseIterable, Sendable {
    /// `Tolkien, J. R. R.`: a comma separates the parts of a name.
    case lastFirst = "last-first"
    case comma
    /// A comma is part of a name.
    case semicolon
}

/// What a list has decided where it could be read in two ways.
public enum ImportChoice: Hashable, Sendable {
    case authors(AuthorsForm)
    case days(DayOrder)
    case encoding(ListEncoding)
    /// A list of calibre in JSON, with ratings from 1 to 10.
    case calibre
    /// A copy of a library, such as one that a program which synchronises folders has made after a conflict.
    case copy
}

/// What a column or a word of a list means.
public struct ImportMapping: Hashable, Sendable {
    /// The name of the column, or the word. Case, spaces and punctuation don't matter.
    public let name: String
    public let meaning: Meaning

    public enum Meaning: Hashable, Sendable {
        /// A column holds this field.
        case field(String)
        /// Nothing of a column is kept.
        case ignored
        /// A word means this status.
        case status(ReadingStatus)
    }

    /// Reads `<column>=<field>`, `<column>=ignore` or `<word>=<status>`, or returns nil. Splits at the last `=`.
    public init?(_ text: String) {
        guard let sign = text.lastIndex(of: "=") else { return nil }
        name = String(text[..<sign]).tidied
        let right = String(text[text.index(after: sign)...]).tidied.lowercased()
        if right == "ignore" {
            meaning = .ignored
        } else if let status = ReadingStatus(rawValue: right) {
            meaning = .status(status)
        } else if let field = Self.fields.first(where: { $0.lowercased() == right }) {
            meaning = .field(field)
        } else {
            return nil
        }
        if key.isEmpty { return nil }
    }

    /// The names of the fields that a column can hold.
    public static let fields =
        ["id"] + BookField.allCases.filter { $0.isEntered && $0 != .details }.map(\.rawValue)

    var key: String { CSVHeader.key(name) }
}
