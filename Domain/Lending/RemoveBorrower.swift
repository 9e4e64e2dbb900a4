/// Removes a borrower who has no open loan.
public struct RemoveBorrower: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// Returns the removed borrower. Their loans, which have all ended, are deleted too.
    /// Throws `LendingError.noSuchBorrower`, `.hasBooks`, `LibraryError.isReferredTo` and `.store`.
    public func callAsFunction(_ name: String) async throws(LibraryError) -> Borrower {
        try await context.library.perform { unit throws(LibraryError) in
            let borrower = try await unit.requireBorrower(name, folding: context.folding)
            try await unit.borrowers.delete(borrower.id)
            return borrower
        }
    }
}
