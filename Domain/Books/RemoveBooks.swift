/// Removes books from the library: all of them, or none if one of them is missing or can't be removed.
public struct RemoveBooks: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// Returns the removed books. What refers to them forbids that, or is deleted too: see `Rule.refers`. With `dryRun`
    /// nothing changes, and the result is the same.
    /// Throws `BookError.noSuchBook`, the errors of these rules, and `LibraryError.store`.
    public func callAsFunction(_ ids: [Book.ID], dryRun: Bool = false) async throws(LibraryError) -> [Book] {
        let work: @Sendable (UnitOfWork) async throws(LibraryError) -> [Book] = { unit throws(LibraryError) in
            var removed: [Book] = []
            for id in ids where !removed.contains(where: { $0.id == id }) {
                removed.append(try await unit.requireBook(id))
            }
            try await unit.books.delete(ids)
            return removed
        }
        return dryRun ? try await context.library.rehearse(work) : try await context.library.perform(work)
    }
}
