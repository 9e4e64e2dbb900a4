import Domain
import TestSupport
import Testing

struct LibraryStatisticsTests {
    @Test func countsBooksLoansAndBorrowers() throws {
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
        let ben = try borrower(1, "Ben")
        let loans = [
            loan(1, of: books[0], to: ben, due: "2024-05-09"), loan(2, of: books[1], to: ben, due: "2024-05-10"),
            loan(3, of: books[2], to: ben, due: "2024-05-01", returned: "2024-05-08"),
        ]
        let library = LibrarySnapshot(books: books, borrowers: [ben], loans: loans)
        let statistics = LibraryStatistics(of: library, today: today)
        #expect(statistics.books == 5)
        #expect(statistics.byStatus == [.read: 4, .toRead: 1])
        #expect(statistics.tally.favorites == 2)
        #expect(statistics.tally.rated == 2)
        #expect(statistics.tally.averageRating == 3.5)
        #expect(statistics.finishedByYear == [2023: 1, 2024: 2])
        #expect(statistics.lent == 2)
        #expect(statistics.overdue == 1)
        #expect(statistics.borrowers == 1)
    }

    @Test func anEmptyLibraryHasNoAverage() {
        let statistics = LibraryStatistics(of: LibrarySnapshot(), today: today)
        #expect(statistics.books == 0)
        #expect(statistics.tally.averageRating == nil)
    }
}
