/// A book the reader owns, reads or wants.
///
/// Its rules hold from the moment it exists: a title, at least one author, tidy names, no shelf twice.
public struct Book: LibraryEntity {
    public typealias ID = Identifier<Book>

    public let id: ID
    public let title: String
    /// In the order of the title page; never empty.
    public let authors: [String]
    public let isbn: ISBN?
    public let status: ReadingStatus
    public let rating: Rating?
    public let isFavorite: Bool
    /// In the order in which the reader put the book on them.
    public let shelves: [String]
    public let added: Day
    /// When it was last read to its end, where that is known.
    public let finished: Day?

    /// The book that `draft` describes. `added` serves where the draft names no day of its own.
    /// Throws `BookError.noTitle` and `.noAuthor`.
    public init(id: ID, draft: BookDraft, added: Day) throws(BookError) {
        let title = draft.title.tidied
        let authors = draft.authors.tidiedNames
        guard !title.isEmpty else { throw .noTitle }
        guard !authors.isEmpty else { throw .noAuthor }
        self.id = id
        self.title = title
        self.authors = authors
        self.isbn = draft.isbn
        self.status = draft.status
        self.rating = draft.rating
        self.isFavorite = draft.isFavorite
        self.shelves = draft.shelves.tidiedNames
        self.added = draft.added ?? added
        self.finished = draft.finished
    }

    /// All that can be edited.
    public var draft: BookDraft { BookDraft(self) }

    public enum LookupKey: Hashable, Sendable {
        case isbn(ISBN)
    }

    public var lookupKeys: [LookupKey] {
        isbn.map { [.isbn($0)] } ?? []
    }
}

/// What someone wrote down about a book: a form that may still be incomplete.
public struct BookDraft: Hashable, Sendable {
    public var title: String
    public var authors: [String]
    public var isbn: ISBN?
    public var status: ReadingStatus
    public var rating: Rating?
    public var isFavorite: Bool
    public var shelves: [String]
    public var added: Day?
    public var finished: Day?

    public init(
        title: String = "", authors: [String] = [], isbn: ISBN? = nil, status: ReadingStatus = .toRead,
        rating: Rating? = nil, isFavorite: Bool = false, shelves: [String] = [], added: Day? = nil, finished: Day? = nil
    ) {
        self.title = title
        self.authors = authors
        self.isbn = isbn
        self.status = status
        self.rating = rating
        self.isFavorite = isFavorite
        self.shelves = shelves
        self.added = added
        self.finished = finished
    }

    /// A form filled in with all that is known of `book`.
    public init(_ book: Book) {
        self.init(
            title: book.title, authors: book.authors, isbn: book.isbn, status: book.status, rating: book.rating,
            isFavorite: book.isFavorite, shelves: book.shelves, added: book.added, finished: book.finished)
    }
}

extension BookDraft {
    /// Puts the book on a shelf, unless it is on one of that name, ignoring case and accents.
    public mutating func addShelf(_ name: String, folding: TextFolding) {
        let name = name.tidied
        guard !name.isEmpty, !shelves.contains(where: { folding($0) == folding(name) }) else { return }
        shelves.append(name)
    }

    /// Takes the book off the shelf of that name, ignoring case and accents. Returns whether it was on one.
    @discardableResult
    public mutating func removeShelf(_ name: String, folding: TextFolding) -> Bool {
        let before = shelves.count
        shelves.removeAll { folding($0) == folding(name.tidied) }
        return shelves.count < before
    }
}

extension [String] {
    /// Tidied, without the empty ones, each once, in order.
    fileprivate var tidiedNames: [String] {
        // Nearly always there are few, and nothing is to do.
        if count < 16, indices.allSatisfy({ self[$0].isSurelyTidy && !self[..<$0].contains(self[$0]) }) { return self }
        var seen: Set<String> = []
        return map(\.tidied).filter { !$0.isEmpty && seen.insert($0).inserted }
    }
}
