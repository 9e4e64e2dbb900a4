import Domain

extension Library {
    /// Lends the book 11 to Ana. Ben has returned the book 10.
    func saveLoans(from day: Day) async throws {
        let people = try [(21, "Ana"), (22, "Ben")].map { try Borrower(id: Borrower.ID(bits: $0), name: $1) }
        let loans = try [(31, 11, 21), (32, 10, 22)].map { id, book, person in
            try Loan(
                id: Loan.ID(bits: id), book: Book.ID(bits: book), borrower: Borrower.ID(bits: person), lent: day,
                due: day + 28)
        }
        try await borrowers.save(people)
        try await self.loans.save([loans[0], loans[1].returned(on: day + 3)])
    }
}
