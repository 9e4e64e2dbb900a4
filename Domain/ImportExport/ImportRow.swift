/// One row of a list, as a format has read it.
public struct ImportRow: Hashable, Sendable {
    /// The line on which the row begins, counted from 1.
    public let line: Int
    /// The row as it is in the file. It orders rows of one book that have no other order.
    public let bytes: ArraySlice<UInt8>
    public var content: Content
    /// Values that no field could hold.
    public let warnings: [ImportWarning]
    /// The title as it is in the list, to name the row by; may be empty.
    public var title = ""

    /// What a person knows the row by: its title, or the beginning of its text.
    public var name: String {
        let text = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        return title.tidied.nonEmpty ?? String(String(decoding: text, as: UTF8.self).prefix(40))
    }

    public init(line: Int, bytes: ArraySlice<UInt8> = [], content: Content, warnings: [ImportWarning] = []) {
        self.line = line
        self.bytes = bytes
        self.content = content
        self.warnings = warnings
    }

    public enum Content: Hashable, Sendable {
        /// The book that the row describes, not checked by the rules yet.
        case book(ImportedBook)
        case rejected(RejectionReason)
        /// A row that is not meant to be a book of the library. The text says what it is ("a movie", "deleted").
        case noBook(String)
    }
}

/// A book as a list describes it.
public struct ImportedBook: Hashable, Sendable {
    /// The identifier the book had in a library of this program.
    public var id: Book.ID?
    public var draft: BookDraft
    /// Fields that hold a default because the list has no value: some of `BookField.neverAbsent`, or the authors.
    public var assumed: Set<BookField>
    /// Whom the list says it was lent to.
    public var loan: ImportedHolder?
    /// The names of the details that hold what the row's fields can't.
    public var columns: [DetailName] = []
    /// The notes as the list has them if it has them in HTML.
    public var notesInHTML: String?

    public init(id: Book.ID? = nil, _ draft: BookDraft, assumed: Set<BookField> = [], loan: ImportedHolder? = nil) {
        (self.id, self.draft, self.assumed) = (id, draft, assumed)
        self.loan = loan
    }

    /// Derives the status from the days if the list doesn't give it. `ImportBooks` does so once it has checked the days.
    public mutating func deriveStatus() {
        guard assumed.contains(.status), draft.finished != nil || draft.started != nil else { return }
        draft.status = draft.finished != nil ? .read : .reading
        assumed.remove(.status)
    }
}

extension BookField {
    /// Fields whose every value means something, so that none can mean that it is unknown.
    public static let neverAbsent = Set(allCases.filter { !$0.initial.text.isEmpty })
}

/// Why a row is not a valid book.
public enum RejectionReason: Error, Hashable {
    case book(BookError)
    /// The row on that line has another identifier, and the same ISBN.
    case sameISBN(ISBN, line: Int)
    /// A line of a list of ISBNs that is none.
    case wrongISBN(ISBNError)
    /// More fields than the header names: an extra separator or quote.
    case tooManyFields(expected: Int, found: Int)
    /// A JSON value that is not an object, or an object with a title or authors of the wrong type, two members of one
    /// name, or a NUL character in a text.
    case notABook(reason: String)
}

/// What a reader should know about an imported row: a value that a field can't hold, which becomes a detail of the book,
/// or a doubt about which book the row describes.
public enum ImportWarning: Hashable, Sendable {
    case wrongISBN(String, ISBNError)
    /// A spreadsheet has written the number with an exponent, so that its last digits are lost.
    case roundedISBN(String)
    case wrongDay(String)
    /// The day may be one of two, depending on the order of day and month.
    case ambiguousDay(String)
    case wrongRating(String)
    case wrongNumber(String, ClosedRange<Int>)
    /// The rating was rounded to these stars.
    case roundedRating(String, stars: Int)
    case wrongStatus(String)
    /// A loan that would be due before it began.
    case wrongDueDay(String)
    /// The JSON value of the field with this name is of another type.
    case wrongType(String)
    /// The day on which the book was finished is yet to come.
    case finishedInFuture(Day)
    /// The book with the row's source has this ISBN, and the row another. It is the same book.
    case otherISBN(ISBN, listed: ISBN)
    /// Another row with the ISBN has another identifier, and no word of title and authors in common.
    case reusedISBN(ISBN)
    /// The list has neither the ISBN nor a source of the only book with this title and these authors any more. It has
    /// another edition of that book.
    case exchangedEdition(from: ISBN, to: ISBN)
    /// The row's book may be that other one of the library. The row's book has the identifier if the library has it, too.
    case likelyDouble(Book.ID?, of: Book)
}

/// The result of importing a list.
public struct BookImportReport: Hashable, Sendable {
    /// Books that were added.
    public var added = 0
    /// Books of the library that were updated.
    public var updated = 0
    /// Rows that describe the same book as an earlier row.
    public var merged = 0
    /// Rows whose book is in the library and stayed as it was, and rows that are not meant to be books.
    public var skipped = 0
    public var rejected = 0
    public var warnings: [Warning] = []
    /// What became of each row that was not simply added, in the order of the file.
    public var rows: [Row] = []
    /// The loans of the books that were added or are up to date, for `ImportHolders`.
    public var loans: [Held] = []
    /// The numbers of loans that were added, and ended.
    public var lent = 0
    public var returned = 0

    public init() {}

    public struct Warning: Hashable, Sendable {
        public let line: Int
        public let warning: ImportWarning
    }

    public struct Row: Hashable, Sendable {
        public let line: Int
        public let outcome: Outcome

        public init(line: Int, outcome: Outcome) {
            (self.line, self.outcome) = (line, outcome)
        }
    }

    /// Fields are named as in lists of this program.
    public enum Outcome: Hashable, Sendable {
        /// Added as another book: without an identifier and an ISBN, it could be any of several books with its title
        /// and authors.
        case addedBesideOthers
        /// Described the same book as the row on that line.
        case merged(line: Int)
        case updated(Book.ID, fields: [String])
        /// The library has the book; an update would change these fields.
        case inLibrary(Book.ID, fields: [String])
        /// The library has several books with its title and authors.
        case severalInLibrary
        case noBook(String)
        case rejected(RejectionReason)
    }
}
