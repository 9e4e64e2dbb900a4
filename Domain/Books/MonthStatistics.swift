/// What was read in each month, and how it was rated.
public struct MonthStatistics: Hashable, Sendable {
    /// How many books were finished, by months such as 2026-05.
    public private(set) var finished: [String: Int] = [:]
    /// The pages of those whose detail "Pages" or "Number of Pages" begins with their number.
    public private(set) var pages: [String: Int] = [:]
    /// How many of them have each number of stars.
    public private(set) var byRating: [Int: Int] = [:]

    /// Without a year, of all time.
    public init(of library: LibrarySnapshot, year: Int? = nil) {
        for book in library.listedBooks.map(\.draft) {
            guard let day = book.finished, year == nil || day.date.year == year else { continue }
            let month = String("\(day)".prefix(7))
            finished[month, default: 0] += 1
            if let number = book.pages { pages[month, default: 0] += number }
            if let stars = book.rating?.stars { byRating[stars, default: 0] += 1 }
        }
    }
}

extension BookDraft {
    fileprivate var pages: Int? {
        let texts = ["Pages", "Number of Pages"].compactMap { DetailName($0).flatMap { details[$0] } }
        return texts.compactMap { UInt32($0.prefix { !$0.isWhitespace && !$0.isLetter }) }.first.map { Int($0) }
    }
}
