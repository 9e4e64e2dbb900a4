import Domain

// Statistics of whole snapshots.

extension LibraryStatistics {
    init(of library: LibrarySnapshot, today: Day) { self.init(of: library.rows, in: library, today: today) }
}

extension YearStatistics {
    init(of library: LibrarySnapshot, year: Int) { self.init(of: library.rows, in: library, year: year) }
}

extension MonthStatistics {
    init(of library: LibrarySnapshot, year: Int? = nil) { self.init(of: library.rows, year: year) }
}
