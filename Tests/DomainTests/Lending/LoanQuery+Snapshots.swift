import Domain

extension LoanQuery {
    func rows(of library: LibrarySnapshot, today: Day) -> [LoanListing] {
        rows(of: library, library.rows, today: today)
    }
}
