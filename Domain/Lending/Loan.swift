/// One book lent to one person, from the day it was lent to the day it was returned.
public struct Loan: LibraryEntity {
    public typealias ID = Identifier<Loan>

    public let id: ID
    public private(set) var book: Book.ID
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
        (self.id, self.book, self.borrower) = (id, book, borrower)
        (self.lent, self.due, self.returned) = (lent, due, returned)
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

    /// This loan, of another book.
    func moved(to book: Book.ID) -> Loan {
        var loan = self
        loan.book = book
        return loan
    }

    public enum LookupKey: Hashable, Sendable {
        /// The loans of a book.
        case of(Book.ID)
        /// The loans of a borrower.
        case by(Borrower.ID)
        /// The open loan of a book.
        case open(Book.ID)
        /// The open loans of a borrower.
        case openTo(Borrower.ID)
    }

    public var lookupKeys: [LookupKey] {
        [.of(book), .by(borrower)] + (isOpen ? [.open(book), .openTo(borrower)] : [])
    }
}

extension Loan {
    /// A lent book can't be lent again. While a loan is open, its book and its borrower can't be removed; an ended loan is
    /// removed with them.
    public static let rules: [Rule<Loan>] = [
        .unique({ $0.isOpen ? .open($0.book) : nil }) { loan, other, unit throws(LibraryError) in
            let book = try await unit.require(loan.book)
            let name = try await unit.name(of: other.borrower)
            return .lending(.alreadyLent(book, to: name, due: other.due))
        },
        // Programs that know only the keys of open loans may use the library at the same time.
        .refers(to: { $0.book }, by: { [.of($0), .open($0)] }, missing: { .book(.noSuchBook("\($0)")) }) {
            (book: Book, loans, unit) throws(LibraryError) in
            if let loan = loans.first(where: \.isOpen) {
                throw .lending(.isLent(book, to: try await unit.name(of: loan.borrower), due: loan.due))
            }
        },
        .refers(to: { $0.borrower }, by: { [.by($0), .openTo($0)] }, missing: { .lending(.noSuchBorrower("\($0)")) }) {
            (borrower: Borrower, loans, _) throws(LibraryError) in
            let open = loans.count { $0.isOpen }
            if open > 0 { throw .lending(.hasBooks(borrower, count: open)) }
        },
    ]
}
