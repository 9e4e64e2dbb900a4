// Rules that several use cases share.

extension Book {
    /// Throws `BookError.finishedInFuture` if the book was finished after `today`.
    func requireNotFinished(after today: Day) throws(LibraryError) {
        if let finished, finished > today { throw .book(.finishedInFuture(finished)) }
    }
}

extension Repositories {
    /// Throws `BookError.sameISBN` if a book other than `id` has that ISBN.
    func requireUnused(_ isbn: ISBN?, besides id: Book.ID?) async throws(LibraryError) {
        guard let isbn else { return }
        let others = try await books.matching(.isbn(isbn)).filter { $0.id != id }
        if let other = others.first { throw .book(.sameISBN(isbn, other)) }
    }

    /// The book with that identifier. Throws `BookError.noSuchBook`.
    func requireBook(_ id: Book.ID) async throws(LibraryError) -> Book {
        guard let book = try await books.find(id) else { throw .book(.noSuchBook("\(id)")) }
        return book
    }

    /// The open loan of a book with the borrower's name, or nil.
    func openLoan(of book: Book.ID) async throws(LibraryError) -> (loan: Loan, name: String)? {
        guard let loan = try await loans.matching(.open(book)).first else { return nil }
        let borrower = try await borrowers.find(loan.borrower)
        return (loan, borrower?.name ?? "\(loan.borrower)")
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
