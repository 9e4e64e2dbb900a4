/// The statistics of one year.
public struct YearStatistics: Hashable, Sendable {
    public let year: Int
    /// How many books were finished in the year.
    public let finished: Int
    /// How many of them were finished in each month: twelve numbers, January first.
    public let finishedByMonth: [Int]
    /// Of the finished books.
    public let tally: BookTally
    /// How many books were added in the year.
    public let added: Int
    /// How many loans began in the year.
    public let loans: Int

    public init(of library: LibrarySnapshot, year: Int) {
        let books = library.listedBooks.map(\.draft)
        let finished = books.filter { $0.finished?.date.year == year }
        self.year = year
        self.finished = finished.count
        self.finishedByMonth = (1...12).map { month in finished.count { $0.finished?.date.month == month } }
        self.tally = BookTally(of: finished)
        self.added = books.count { $0.added?.date.year == year }
        self.loans = library.loans.count { $0.lent.date.year == year }
    }
}
