import Domain

// What is made of rows, made of whole snapshots.

extension LibrarySnapshot {
    var rows: [Row<Book>] { books.map { Row($0) } }
}

extension LoanQuery {
    func rows(of library: LibrarySnapshot, today: Day) -> [LoanListing] {
        rows(of: library, library.rows, today: today)
    }
}
