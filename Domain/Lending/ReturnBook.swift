/// Ends the loan of a book.
public struct ReturnBook: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// Returns the ended loan.
    /// Throws `BookError.noSuchBook`, `LendingError.notLent`, and `LibraryError.store`.
    public func callAsFunction(_ id: Book.ID) async throws(LibraryError) -> LoanListing {
        let today = context.today()
        return try await context.library.perform { unit throws(LibraryError) in
            let book = try await unit.require(id)
            guard let (loan, name) = try await unit.openLoan(of: id) else { throw .lending(.notLent(book)) }
            let ended = loan.returned(on: today)
            try await unit.loans.save(ended)
            return LoanListing(loan: ended, title: book.title, borrower: name, isOverdue: false)
        }
    }
}
