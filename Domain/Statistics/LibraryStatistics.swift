/// The statistics of a library.
public struct LibraryStatistics: Hashable, Sendable {
    public let books: Int
    public let byStatus: [ReadingStatus: Int]
    public let tally: BookTally
    /// How many books were finished in each year, without those read on an unknown day.
    public let finishedByYear: [Int: Int]
    public let lent: Int
    public let overdue: Int
    public let borrowers: Int

    public init(of books: some Collection<Row<Book>>, in library: LibrarySnapshot, today: Day) {
        let books = books.map(\.draft)
        let years = books.compactMap { $0.finished?.date.year }
        self.books = books.count
        self.byStatus = books.reduce(into: [:]) { $0[$1.status, default: 0] += 1 }
        self.tally = BookTally(of: books)
        self.finishedByYear = years.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        self.lent = library.loans.count(where: \.isOpen)
        self.overdue = library.loans.count { $0.isOverdue(on: today) }
        self.borrowers = library.borrowers.count
    }
}
