/// Removes books from the library: all of them, or none if one of them is lent or missing.
public struct RemoveBooks: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// Returns the removed books. Their loans, which have all ended, are deleted too. With `dryRun` nothing changes, and
    /// the result is the same.
    /// Throws `BookError.noSuchBook`, `BookError.isLent`, and `LibraryError.store`.
    public func callAsFunction(_ ids: [Book.ID], dryRun: Bool = false) async throws(LibraryError) -> [Book] {
        try await context.library.perform { unit throws(LibraryError) in
            var removed: [Book] = []
            for id in ids where !removed.contains(where: { $0.id == id }) {
                let book = try await unit.requireBook(id)
                if let (loan, name) = try await unit.openLoan(of: id) {
                    throw .book(.isLent(book, to: name, due: loan.due))
                }
                removed.append(book)
            }
            if dryRun { return removed }
            let gone = Set(ids)
            try await unit.loans.delete(unit.loans.all().filter { gone.contains($0.book) }.map(\.id))
            try await unit.books.delete(ids)
            return removed
        }
    }
}
