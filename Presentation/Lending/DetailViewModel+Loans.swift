public import Domain

extension DetailViewModel<Book> {
    /// Every loan of the book, the latest first.
    public func loans(today: Day) -> [LoanListing] {
        guard let row else { return [] }
        return LoanQuery.history(of: row.id).rows(of: library, [row], today: today)
    }
}
