/// One book lent to one person, from the day it was lent to the day it was returned.
public struct Loan: LibraryEntity {
    public typealias ID = Identifier<Loan>

    public let id: ID
    public internal(set) var book: Book.ID
    public let borrower: Borrower.ID
    public let lent: Day
    /// The last day of the loan; the book is overdue from the next day on.
    public let due: Day
    /// Nil while the book is out.
    public private(set) var returned: Day?

    /// Throws `LendingError.dueBeforeLent`.
    public init(
        id: ID, book: Book.ID, borrower: Borrower.ID, lent: Day, due: Day, returned: Day? = nil
    ) throws(LendingError) {
        guard due >= lent else { throw .dueBeforeLent(due: due, lent: lent) }
        self.id = id
        self.book = book
        self.borrower = borrower
        self.lent = lent
        self.due = due
        self.returned = returned
    }

    public var isOpen: Bool { returned == nil }

    /// True from the day after it was due, while the book is out.
    public func isOverdue(on today: Day) -> Bool {
        isOpen && today > due
    }

    /// This loan, ended.
    public func returned(on day: Day) -> Loan {
        var loan = self
        loan.returned = day
        return loan
    }

    public enum LookupKey: Hashable, Sendable {
        /// The open loan of a book.
        case open(Book.ID)
        /// The open loans of a borrower.
        case openTo(Borrower.ID)
    }

    public var lookupKeys: [LookupKey] {
        isOpen ? [.open(book), .openTo(borrower)] : []
    }

    /// A lent book can't be lent again.
    public var uniqueKey: LookupKey? { isOpen ? .open(book) : nil }
}
