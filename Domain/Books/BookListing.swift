/// Who has a book that isn't at home, and the day it is due.
public struct BookHolder: DerivedValue {
    public typealias Subject = Book

    public let name: String
    public let due: Day

    public init(name: String, due: Day) { (self.name, self.due) = (name, due) }
}

/// A book as lists show it; while somebody has it, also their name and the day it is due.
public struct BookListing: Hashable, Identifiable, Sendable {
    public let id: Book.ID
    public let holder: BookHolder?
    public var lentTo: String? { holder?.name }
    public var due: Day? { holder?.due }
    /// Where a search in chosen fields has found its words. Looked for each time: a view shows few rows of a long list.
    public var hits: [BookHit] { search?.hits(in: fields.draft) ?? [] }
    /// Whether a search for holders, too, has found a word in the holder's name.
    public var isFoundByHolder: Bool { lentTo.flatMap { search?.finds(holder: $0) } ?? false }
    var search: FieldSearch?
    let fields: BookFields
    fileprivate let isSummary: Bool

    public init(book: Book, holder: BookHolder? = nil) {
        self.init(book.id, book.fields, holder: holder)
    }

    public init(_ summary: BookSummary) {
        self.init(Book.ID(bits: summary.id.bits), summary.fields, isSummary: true)
    }

    init(_ id: Book.ID, _ fields: BookFields, isSummary: Bool = false, holder: BookHolder? = nil) {
        (self.id, self.fields, self.isSummary, self.holder) = (id, fields, isSummary, holder)
    }

    /// The book's fields; without notes, details and sources if `book` is nil.
    public var draft: BookDraft { fields.draft }

    /// Nil in a list that may have summaries.
    public var book: Book? { isSummary ? nil : Book(id, fields) }
}

extension BookListing {
    /// The names of what a list has besides the fields of its books. These values can only be read.
    public static let ownFieldNames = ["id", "lentTo", "due", "found"]
}

extension LibrarySnapshot {
    /// The book of that identifier, as lists show it, or nil.
    public func listing(of id: Book.ID) -> BookListing? {
        let summary = BookSummary.ID(bits: id.bits)
        let found =
            books.first { $0.id == id }.map { BookListing(book: $0) }
            ?? entities(of: BookSummary.self).first { $0.id == summary }.map(BookListing.init)
        return found.map { withHolders([$0])[0] }
    }

    /// All books, or the summaries that were read in their place, ordered by identifier. It isn't said who has them.
    var listedBooks: [BookListing] {
        let summaries = entities(of: BookSummary.self)
        if summaries.isEmpty { return books.map { BookListing(book: $0) } }
        return summaries.map(BookListing.init)
    }

    /// The same listings, with those who have the books.
    func withHolders(_ listings: some Collection<BookListing>) -> [BookListing] {
        let holders = derived(BookHolder.self)
        if holders.isEmpty { return Array(listings) }
        return listings.map { BookListing($0.id, $0.fields, isSummary: $0.isSummary, holder: holders[$0.id]) }
    }
}
