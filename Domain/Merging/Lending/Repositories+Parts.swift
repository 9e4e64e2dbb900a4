extension Repositories {
    /// The loans of books that become one. Throws `MergingError.areLent` if several of them are lent.
    func loans(ofParts parts: [Book], today: Day) async throws(LibraryError) -> [Loan] {
        let loans = try await loans.matching(anyOf: parts.flatMap { [.of($0.id), .open($0.id)] })
        let library = LibrarySnapshot(borrowers: try await borrowers.all(), loans: loans)
        let lent = LoanQuery.open.rows(of: library, parts.map { Row($0) }, today: today)
        if lent.count > 1 { throw .merging(.areLent(lent)) }
        return loans
    }
}
