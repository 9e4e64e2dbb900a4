import Domain
import TestSupport
import Testing

struct LibraryStatisticsTests {
    @Test func countsBooks() throws {
        let books = [
            try book(
                1,
                BookDraft(title: "A", authors: ["Ana"]) {
                    $0.status = .read
                    $0.rating = stars(5)
                    $0.finished = day("2023-12-31")
                }
            ),
            try book(
                2,
                BookDraft(title: "B", authors: ["Ana"]) {
                    $0.status = .read
                    $0.rating = stars(2)
                    $0.finished = day("2024-01-01")
                }
            ),
            try book(
                3,
                BookDraft(title: "C", authors: ["Ana"]) {
                    $0.status = .read
                    $0.isFavorite = true
                    $0.finished = day("2024-02-01")
                }
            ),
            try book(4, BookDraft(title: "D", authors: ["Ana"]) { $0.status = .read }),
            try book(5, BookDraft(title: "E", authors: ["Ana"]) { $0.isFavorite = true }),
        ]
        let statistics = LibraryStatistics(of: LibrarySnapshot(books: books), today: today)
        #expect(statistics.books == 5)
        #expect(statistics.byStatus == [.read: 4, .toRead: 1])
        #expect(statistics.tally.favorites == 2)
        #expect(statistics.tally.rated == 2)
        #expect(statistics.tally.averageRating == 3.5)
        #expect(statistics.finishedByYear == [2023: 1, 2024: 2])
    }

    @Test func anEmptyLibraryHasNoAverage() {
        let statistics = LibraryStatistics(of: LibrarySnapshot(), today: today)
        #expect(statistics.books == 0)
        #expect(statistics.tally.averageRating == nil)
    }
}
