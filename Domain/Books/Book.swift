/// A book the reader owns, reads or wants.
///
/// Its rules hold from the moment it exists: a title, at least one author, tidy names, no name twice in the same
/// spelling.
public struct Book: FieldedEntity {
    public typealias ID = Identifier<Book>

    public let id: ID
    /// All fields but the identifier, tidied; `added` is never nil.
    public let draft: BookDraft
    public let added: Day

    public var title: String { draft.title }
    public var authors: [String] { draft.authors }
    public var isbn: ISBN? { draft.isbn }
    public var status: ReadingStatus { draft.status }
    public var rating: Rating? { draft.rating }
    public var isFavorite: Bool { draft.isFavorite }
    public var shelves: [String] { draft.shelves }
    public var started: Day? { draft.started }
    public var finished: Day? { draft.finished }
    public var notes: String? { draft.notes }
    public var details: BookDetails { draft.details }
    public var sources: BookSources { draft.sources }

    /// The book that `draft` describes, tidied; `added` applies if the draft has no such day. Throws `BookError.noTitle` and
    /// `.noAuthor`.
    public init(id: ID, draft: BookDraft, added: Day) throws(BookError) {
        var draft = draft.tidied()
        draft.added = draft.added ?? added
        try self.init(id: id, tidy: draft)
    }

    /// Throws the same errors, and `BookError.noAddedDay`.
    public init(id: ID, draft: BookDraft) throws(LibraryError) {
        self = try mapError(LibraryError.book, Book(id: id, tidy: draft.tidied()))
    }

    /// The same for a draft whose texts are those of a book already, such as one that was stored: tidying them again would
    /// take most of the time of reading a library.
    package init(id: ID, tidy draft: BookDraft) throws(BookError) {
        guard !draft.title.isBlank else { throw .noTitle }
        guard draft.authors.contains(where: { !$0.isBlank }) else { throw .noAuthor }
        guard let added = draft.added else { throw .noAddedDay }
        (self.id, self.draft, self.added) = (id, draft, added)
    }

    public enum LookupKey: Hashable, Sendable {
        case isbn(ISBN)
    }

    public var lookupKeys: [LookupKey] {
        isbn.map { [.isbn($0)] } ?? []
    }
}

extension Book {
    public static let namingFields: [BookField] = [.title, .authors]
    public static let searchedFields: [BookField] = [.title, .authors, .shelves]

    public static func key(named text: String) -> LookupKey? { (try? ISBN(text)).map { .isbn($0) } }

    public static func missing(_ name: String, isShort: Bool) -> LibraryError {
        .book(isShort ? .prefixTooShort(name) : .noSuchBook(name))
    }

    public static func ambiguous(_ name: String, _ found: [Book]) -> LibraryError { .book(.ambiguous(name, found)) }

    public static func changedMeanwhile(_ draft: BookDraft, _ fields: [BookField]) -> LibraryError {
        .book(.changedMeanwhile(draft, fields))
    }
}

extension Book {
    /// One ISBN is not added twice.
    public static let rules: [Rule<Book>] = [
        .unique({ $0.isbn.map { .isbn($0) } }) { book, other, _ throws(LibraryError) in
            // Only a book with an ISBN has the key.
            book.isbn.map { .book(.sameISBN($0, other)) } ?? .identifierInUse("\(other.id)")
        }
    ]
}

/// The fields of a book as they were entered, perhaps incomplete.
public struct BookDraft: EntityDraft {
    public var title: String
    /// In the order of the title page.
    public var authors: [String]
    public var isbn: ISBN?
    public var status = ReadingStatus.toRead
    public var rating: Rating?
    public var isFavorite = false
    /// In the order in which the reader put the book on them; sorted when rows of a list were merged.
    public var shelves: [String] = []
    /// If nil, a new book gets the day on which it is added.
    public var added: Day?
    /// The day on which its last reading began, if known.
    public var started: Day?
    /// The day on which it was last read to its end, if known.
    public var finished: Day?
    /// The reader's notes on it, in one or more lines.
    public var notes: String?
    public var details = BookDetails()
    public var sources = BookSources()

    /// A draft with these fields; `others` sets further ones.
    public init(
        title: String = "", authors: [String] = [], isbn: ISBN? = nil, _ others: (inout BookDraft) -> Void = { _ in }
    ) {
        self.title = title
        self.authors = authors
        self.isbn = isbn
        others(&self)
    }

    public init() { self.init(title: "") }
}
