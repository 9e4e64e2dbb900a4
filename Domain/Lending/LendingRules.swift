// Rules that several use cases of lending share.

extension Repositories {
    /// The open loan of a book with the borrower's name, or nil.
    func openLoan(of book: Book.ID) async throws(LibraryError) -> (loan: Loan, name: String)? {
        guard let loan = try await loans.matching(.open(book)).first else { return nil }
        return (loan, try await name(of: loan.borrower))
    }

    /// The borrower's name, or the identifier of one who is missing.
    func name(of borrower: Borrower.ID) async throws(LibraryError) -> String {
        try await borrowers.find(borrower)?.name ?? "\(borrower)"
    }

    /// The borrower with that name, ignoring case and accents. Throws `LendingError.noSuchBorrower`.
    func requireBorrower(_ name: String, folding: TextFolding) async throws(LibraryError) -> Borrower {
        let wanted = folding(name.tidied)
        guard let borrower = try await borrowers.all().first(where: { folding($0.name) == wanted }) else {
            throw .lending(.noSuchBorrower(name))
        }
        return borrower
    }
}
