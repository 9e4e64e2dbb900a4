public import Domain

// The use cases of lending, for one book.

extension LendBook {
    public func callAsFunction(
        _ book: Book.ID, to name: String, for term: LoanTerm? = nil
    ) async throws(LibraryError) -> LoanListing {
        try await self([book], to: name, for: term)[0]
    }
}

extension ExtendLoan {
    public func callAsFunction(_ book: Book.ID, for term: LoanTerm? = nil) async throws(LibraryError) -> LoanListing {
        try await self([book], for: term)[0]
    }
}

extension ReturnBook {
    public func callAsFunction(_ book: Book.ID) async throws(LibraryError) -> LoanListing { try await self([book])[0] }
}
