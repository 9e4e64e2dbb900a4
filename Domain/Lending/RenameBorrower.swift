/// Renames a borrower.
public struct RenameBorrower: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// Returns the renamed borrower.
    /// Throws `LendingError.noSuchBorrower`, `.noName`, `.nameTaken`, and `LibraryError.store`.
    public func callAsFunction(_ name: String, to newName: String) async throws(LibraryError) -> Borrower {
        try await context.library.perform { unit throws(LibraryError) in
            let borrower = try await unit.requireBorrower(name, folding: context.folding)
            let renamed = try mapError(LibraryError.lending, Borrower(id: borrower.id, name: newName))
            let taken = context.folding(renamed.name)
            let others = try await unit.borrowers.all().filter { $0.id != borrower.id }
            if let other = others.first(where: { context.folding($0.name) == taken }) {
                throw .lending(.nameTaken(other.name))
            }
            try await unit.borrowers.save(renamed)
            return renamed
        }
    }
}
