/// Lets borrowers keep books for longer.
public struct ExtendLoan: Sendable {
    private let context: UseCaseContext
    private let preferences: any PreferencesRepository

    public init(_ context: UseCaseContext, preferences: any PreferencesRepository) {
        (self.context, self.preferences) = (context, preferences)
    }

    /// Returns the loans with their new due days, in the order of `books`, each once; on an error, none is extended. Days,
    /// and without a term those of the preferred period, are added to the day on which a book is due, or to today if it is
    /// overdue. Throws `BookError.noSuchBook`, `LendingError.notLent`, `.dueBeforeLent`, and `LibraryError.store`.
    public func callAsFunction(
        _ books: [Book.ID], for term: LoanTerm? = nil
    ) async throws(LibraryError) -> [LoanListing] {
        let today = context.today()
        let term = if let term { term } else { LoanTerm.days(try await preferences.preferences().loanPeriod) }
        return try await context.library.perform { unit throws(LibraryError) in
            try await unit.changeLoans(of: books, today: today) { loan throws(LibraryError) in
                let due = term.end(from: max(loan.due, today), today: today)
                return try mapError(
                    LibraryError.lending,
                    Loan(id: loan.id, book: loan.book, borrower: loan.borrower, lent: loan.lent, due: due))
            }
        }
    }
}
