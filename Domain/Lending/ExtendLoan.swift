/// Lets a borrower keep a book for longer.
public struct ExtendLoan: Sendable {
    private let context: UseCaseContext
    private let preferences: any PreferencesRepository

    public init(_ context: UseCaseContext, preferences: any PreferencesRepository) {
        (self.context, self.preferences) = (context, preferences)
    }

    /// Returns the loan with its new due day. Days, and without a term those of the preferred period, are added to the
    /// day on which the book is due, or to today if it is overdue. Throws `BookError.noSuchBook`,
    /// `LendingError.notLent`, `.dueBeforeLent`, and `LibraryError.store`.
    public func callAsFunction(_ id: Book.ID, for term: LoanTerm? = nil) async throws(LibraryError) -> LoanListing {
        let today = context.today()
        let term = if let term { term } else { LoanTerm.days(try await preferences.preferences().loanPeriod) }
        return try await context.library.perform { unit throws(LibraryError) in
            let book = try await unit.require(id)
            guard let (loan, name) = try await unit.openLoan(of: id) else { throw .lending(.notLent(book)) }
            let due = term.end(from: max(loan.due, today), today: today)
            let extended = try mapError(
                LibraryError.lending, Loan(id: loan.id, book: id, borrower: loan.borrower, lent: loan.lent, due: due))
            if extended != loan { try await unit.loans.save(extended) }
            let isOverdue = extended.isOverdue(on: today)
            return LoanListing(loan: extended, title: book.title, borrower: name, isOverdue: isOverdue)
        }
    }
}
