/// One row of another program's list, as a format has read it.
public struct ImportRow: Hashable, Sendable {
    /// The line on which the row begins, counted from 1.
    public let line: Int
    /// The identifier the book had in a library of this program.
    public let id: Book.ID?
    /// The book that the row describes, not checked by the rules yet; or why it doesn't describe one.
    public let content: Result<BookDraft, RejectionReason>
    /// Values that were left out of the book.
    public let warnings: [ImportWarning]

    public init(
        line: Int, id: Book.ID? = nil, content: Result<BookDraft, RejectionReason>, warnings: [ImportWarning] = []
    ) {
        self.line = line
        self.id = id
        self.content = content
        self.warnings = warnings
    }
}

/// Why a row is not a valid book.
public enum RejectionReason: Error, Hashable {
    case book(BookError)
    /// More fields than the header names: a comma or a quote too many.
    case tooManyFields(expected: Int, found: Int)
    /// A JSON value that is not an object, or has a member of the wrong type.
    case notABook(reason: String)
}

/// A value that is left out of an imported book.
public enum ImportWarning: Hashable, Sendable {
    case wrongISBN(String, ISBNError)
    case wrongDay(String)
    case wrongRating(String)
    case wrongStatus(String)
}

/// The result of importing a list.
public struct ImportReport: Hashable, Sendable {
    public var added = 0
    /// Rows whose book was in the library already, or earlier in the list.
    public var skipped = 0
    public var rejected: [Rejection] = []
    public var warnings: [Warning] = []

    public init() {}

    public struct Rejection: Hashable, Sendable {
        public let line: Int
        public let reason: RejectionReason
    }

    public struct Warning: Hashable, Sendable {
        public let line: Int
        public let warning: ImportWarning
    }
}
