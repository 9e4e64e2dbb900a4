import Domain
import TestSupport
import Testing

struct YearStatisticsTests {
    @Test func countsWhatHappenedInTheYear() throws {
        func made(_ number: UInt64, added: String, finished: String?, rating: Int?, isFavorite: Bool) throws -> Book {
            let draft = BookDraft(title: "A", authors: ["Ana"]) {
                $0.finished = finished.map { day($0) }
                $0.rating = rating.map { stars($0) }
                $0.isFavorite = isFavorite
            }
            return try book(number, draft, added: day(added))
        }
        let books = [
            try made(1, added: "2023-12-31", finished: "2024-01-01", rating: 5, isFavorite: true),
            try made(2, added: "2024-01-01", finished: "2024-12-31", rating: 2, isFavorite: false),
            try made(3, added: "2024-12-31", finished: "2025-01-01", rating: 1, isFavorite: true),
            try made(4, added: "2025-01-01", finished: "2024-05-05", rating: nil, isFavorite: false),
            try made(5, added: "2025-01-01", finished: nil, rating: 1, isFavorite: true),
        ]
        let library = LibrarySnapshot(books: books)
        let statistics = YearStatistics(of: library, year: 2024)
        #expect(statistics.year == 2024)
        #expect(statistics.finished == 3)
        #expect(statistics.finishedByMonth == [1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1])
        #expect(statistics.tally.favorites == 1)
        #expect(statistics.tally.rated == 2)
        #expect(statistics.tally.averageRating == 3.5)
        #expect(statistics.added == 2)
        #expect(YearStatistics(of: library, year: 2020).tally.averageRating == nil)
        #expect(YearStatistics(of: library, year: 2020).finishedByMonth == Array(repeating: 0, count: 12))
    }
}
