/// Ends the loans of books.
public struct ReturnBook: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// Returns the ended loans, in the order of `books`, each once; on an error, none is ended.
    /// Throws `BookError.noSuchBook`, `LendingError.notLent`, and `LibraryError.store`.
    public func callAsFunction(_ books: [Book.ID]) async throws(LibraryError) -> [LoanListing] {
        let today = context.today()
        return try await context.library.perform { unit throws(LibraryError) in
            try await unit.changeLoans(of: books, today: today) { $0.returned(on: today) }
        }
    }
}
