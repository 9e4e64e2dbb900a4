/// Everything a library holds at one moment.
public struct LibrarySnapshot: Hashable, Sendable {
    /// Ordered by identifier, as all three are.
    public let books: [Book]
    public let borrowers: [Borrower]
    public let loans: [Loan]

    public init(books: [Book] = [], borrowers: [Borrower] = [], loans: [Loan] = []) {
        self.books = books
        self.borrowers = borrowers
        self.loans = loans
    }

    /// The book of that identifier, as lists show it, or nil.
    public func listing(of id: Book.ID) -> BookListing? {
        guard let book = books.first(where: { $0.id == id }) else { return nil }
        return listings(of: [book])[0]
    }

    /// The books with what is known of where they are.
    func listings(of books: some Collection<Book>) -> [BookListing] {
        guard !loans.isEmpty else { return books.map { BookListing(book: $0) } }
        let names = borrowerNames
        let openLoans = self.openLoans
        return books.map { book in
            let loan = openLoans[book.id]
            return BookListing(book: book, lentTo: loan.map { names[$0.borrower] ?? "" }, due: loan?.due)
        }
    }

    var openLoans: [Book.ID: Loan] {
        Dictionary(loans.lazy.filter(\.isOpen).map { ($0.book, $0) }) { first, _ in first }
    }

    var borrowerNames: [Borrower.ID: String] {
        Dictionary(borrowers.lazy.map { ($0.id, $0.name) }) { first, _ in first }
    }
}

/// A book, and who has it until when, while it is lent.
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
