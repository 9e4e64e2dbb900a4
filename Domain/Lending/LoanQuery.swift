/// Which loans to see.
public enum LoanQuery: Hashable, Sendable {
    /// Loans that have not ended.
    case open
    /// Open loans that were due before today.
    case overdue
    /// Ended loans too.
    case all
    /// Every loan of one book.
    case history(of: Book.ID)

    /// The loans of `library` that this query describes, the earliest due first; those of one book, the latest lent
    /// first. Ties are ordered by identifier, in a history downwards. `books` are those that the loans may be of.
    public func rows(
        of library: LibrarySnapshot, _ books: some Sequence<Row<Book>>, today: Day
    ) -> [LoanListing] {
        let loans = library.loans.filter { loan in
            switch self {
            case .open: loan.isOpen
            case .overdue: loan.isOverdue(on: today)
            case .all: true
            case .history(let book): loan.book == book
            }
        }
        guard !loans.isEmpty else { return [] }
        let names = library.borrowerNames
        let wanted = Set(loans.map(\.book))
        let titles = Dictionary(books.lazy.filter { wanted.contains($0.id) }.map { ($0.id, $0.draft.title) }) {
            first, _ in first
        }
        return loans.sorted(by: precedes).map { loan in
            LoanListing(
                loan: loan, title: titles[loan.book] ?? "\(loan.book)",
                borrower: names[loan.borrower] ?? "\(loan.borrower)", isOverdue: loan.isOverdue(on: today))
        }
    }

    /// The fields of books that `rows` needs.
    public static let books = BookQuery { ($0.shown, $0.isOrdered) = ([.title], false) }

    private func precedes(_ loan: Loan, _ other: Loan) -> Bool {
        switch self {
        case .open, .overdue, .all: (loan.due, loan.id) < (other.due, other.id)
        case .history: (loan.lent, loan.id) > (other.lent, other.id)
        }
    }
}

/// A loan with the title and the borrower's name. A missing book or borrower is shown by its identifier.
public struct LoanListing: Hashable, Identifiable, Sendable {
    public let loan: Loan
    public let title: String
    public let borrower: String
    public let isOverdue: Bool

    public init(loan: Loan, title: String, borrower: String, isOverdue: Bool) {
        (self.loan, self.title, self.borrower, self.isOverdue) = (loan, title, borrower, isOverdue)
    }

    public var id: Loan.ID { loan.id }
}
