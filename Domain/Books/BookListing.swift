/// A book as lists show it; while it is lent, also the borrower's name and the day it is due.
public struct BookListing: Hashable, Identifiable, Sendable {
    public let id: Book.ID
    public let lentTo: String?
    public let due: Day?
    /// Where a search in chosen fields has found its words. Looked for each time: a view shows few rows of a long list.
    public var hits: [BookHit] { search?.hits(in: fields.draft) ?? [] }
    /// Whether a search for borrowers, too, has found a word in the borrower's name.
    public var isFoundByBorrower: Bool { lentTo.flatMap { search?.finds(borrower: $0) } ?? false }
    var search: FieldSearch?
    let fields: BookFields
    private let isSummary: Bool

    public init(book: Book, lentTo: String? = nil, due: Day? = nil) {
        self.init(book.id, book.fields, lentTo: lentTo, due: due)
    }

    public init(_ summary: BookSummary) {
        self.init(Book.ID(bits: summary.id.bits), summary.fields, isSummary: true)
    }

    init(_ id: Book.ID, _ fields: BookFields, isSummary: Bool = false, lentTo: String? = nil, due: Day? = nil) {
        (self.id, self.fields, self.isSummary, self.lentTo, self.due) = (id, fields, isSummary, lentTo, due)
    }

    /// The book's fields; without notes, details and sources if `book` is nil.
    public var draft: BookDraft { fields.draft }

    /// Nil in a list that may have summaries.
    public var book: Book? { isSummary ? nil : Book(id, fields) }

    func lent(to name: String, until due: Day) -> BookListing {
        BookListing(id, fields, isSummary: isSummary, lentTo: name, due: due)
    }
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
        return found.map { lent([$0])[0] }
    }

    /// All books, or the summaries that were read in their place, ordered by identifier. It isn't said who has them.
    var listedBooks: [BookListing] {
        let summaries = entities(of: BookSummary.self)
        if summaries.isEmpty { return books.map { BookListing(book: $0) } }
        return summaries.map(BookListing.init)
    }

    /// The same listings; those of books that are lent say to whom, and until when.
    func lent(_ listings: some Collection<BookListing>) -> [BookListing] {
        guard !loans.isEmpty else { return Array(listings) }
        let names = borrowerNames
        let openLoans = self.openLoans
        return listings.map { listing in
            guard let loan = openLoans[listing.id] else { return listing }
            return listing.lent(to: names[loan.borrower] ?? "\(loan.borrower)", until: loan.due)
        }
    }
}
