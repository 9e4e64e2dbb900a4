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

    public init(of books: some Collection<Row<Book>>, in library: LibrarySnapshot, year: Int) {
        let books = books.map(\.draft)
        let finished = books.filter { $0.finished?.date.year == year }
        self.year = year
        self.finished = finished.count
        self.finishedByMonth = (1...12).map { month in finished.count { $0.finished?.date.month == month } }
        self.tally = BookTally(of: finished)
        self.added = books.count { $0.added?.date.year == year }
        self.loans = library.loans.count { $0.lent.date.year == year }
    }
}

/// What was read in each month, and how it was rated.
public struct MonthStatistics: Hashable, Sendable {
    /// How many books were finished, by months such as 2026-05.
    public private(set) var finished: [String: Int] = [:]
    /// The pages of those whose detail "Pages" or "Number of Pages" begins with their number.
    public private(set) var pages: [String: Int] = [:]
    /// How many of them have each number of stars.
    public let byRating: [Int: Int]

    /// Without a year, of all time.
    public init(of books: some Collection<Row<Book>>, year: Int? = nil) {
        let read = books.map(\.draft).compactMap { book in book.finished.map { (book: book, day: $0) } }
            .filter { year == nil || $0.day.date.year == year }
        for (book, day) in read {
            let month = String("\(day)".prefix(7))
            finished[month, default: 0] += 1
            if let number = book.statedPages { pages[month, default: 0] += number }
        }
        byRating = BookTally(of: read.map(\.book)).byRating
    }
}

extension BookDraft {
    fileprivate var statedPages: Int? {
        let texts = ["Pages", "Number of Pages"].compactMap { DetailName($0).flatMap { details[$0] } }
        return texts.compactMap { UInt32($0.prefix { !$0.isWhitespace && !$0.isLetter }) }.first.map { Int($0) }
    }
}
