/// A book; while it is lent, also the borrower's name and the day it is due.
public struct BookListing: Hashable, Identifiable, Sendable {
    public let book: Book
    public let lentTo: String?
    public let due: Day?

    public init(book: Book, lentTo: String? = nil, due: Day? = nil) {
        self.book = book
        self.lentTo = lentTo
        self.due = due
    }

    public var id: Book.ID { book.id }
}

extension BookListing {
    /// The names of what a list has besides the fields of its books. These values can only be read.
    public static let ownFieldNames = ["id", "lentTo", "due"]
}

extension LibrarySnapshot {
    /// The book of that identifier, as lists show it, or nil.
    public func listing(of id: Book.ID) -> BookListing? {
        listings(of: books.filter { $0.id == id }).first
    }

    /// The books, each with its open loan.
    func listings(of books: some Collection<Book>) -> [BookListing] {
        guard !loans.isEmpty else { return books.map { BookListing(book: $0) } }
        let names = borrowerNames
        let openLoans = self.openLoans
        return books.map { book in
            let loan = openLoans[book.id]
            return BookListing(book: book, lentTo: loan.map { names[$0.borrower] ?? "\($0.borrower)" }, due: loan?.due)
        }
    }
}
