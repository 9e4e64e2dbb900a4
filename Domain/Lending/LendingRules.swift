// Rules that several use cases of lending share.

extension Repositories {
    /// Changes the open loan of each of these books. Throws `BookError.noSuchBook` and `LendingError.notLent`.
    func changeLoans(
        of ids: [Book.ID], today: Day, _ change: (Loan) throws(LibraryError) -> Loan
    ) async throws(LibraryError) -> [LoanListing] {
        var all: [LoanListing] = []
        for id in ids {
            let book = try await require(id)
            guard let old = try await loans.matching(.open(id)).first else { throw .lending(.notLent(book)) }
            let loan = try change(old)
            if loan != old { try await loans.save(loan) }
            let name = try await name(of: loan.borrower)
            all.append(LoanListing(loan: loan, title: book.title, borrower: name, isOverdue: loan.isOverdue(on: today)))
        }
        return all
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
