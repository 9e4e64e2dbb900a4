/// One book lent to one person, from the day it was lent until it came back.
public struct Loan: LibraryEntity {
    public typealias ID = Identifier<Loan>

    public let id: ID
    public let book: Book.ID
    public let borrower: Borrower.ID
    public let lent: Day
    /// The last day on which the book may still be out.
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

    /// This loan, closed.
    public func returned(on day: Day) -> Loan {
        var loan = self
        loan.returned = day
        return loan
    }

    public enum LookupKey: Hashable, Sendable {
        /// The loan by which a book is out at present.
        case open(Book.ID)
        /// The loans by which a person has books at present.
        case openTo(Borrower.ID)
    }

    public var lookupKeys: [LookupKey] {
        isOpen ? [.open(book), .openTo(borrower)] : []
    }
}
