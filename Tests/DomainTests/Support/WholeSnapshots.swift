import Domain

// What is made of rows, made of whole snapshots.

extension LibrarySnapshot {
    fileprivate var rows: [Row<Book>] { books.map { Row($0) } }
}

extension LibraryStatistics {
    init(of library: LibrarySnapshot, today: Day) { self.init(of: library.rows, in: library, today: today) }
}

extension YearStatistics {
    init(of library: LibrarySnapshot, year: Int) { self.init(of: library.rows, in: library, year: year) }
}

extension MonthStatistics {
    init(of library: LibrarySnapshot, year: Int? = nil) { self.init(of: library.rows, year: year) }
}

extension LoanQuery {
    func rows(of library: LibrarySnapshot, today: Day) -> [LoanListing] {
        rows(of: library, library.rows, today: today)
    }
}
