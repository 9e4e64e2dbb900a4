import Domain
import TestSupport
import Testing

struct LoanStatisticsTests {
    @Test func countsLoansAndBorrowers() throws {
        let books = try ["A", "B", "C"].enumerated().map { try book(UInt64($0.offset + 1), $0.element) }
        let ben = try borrower(1, "Ben")
        let loans = [
            loan(1, of: books[0], to: ben, due: "2024-05-09"), loan(2, of: books[1], to: ben, due: "2024-05-10"),
            loan(3, of: books[2], to: ben, due: "2024-05-01", returned: "2024-05-08"),
        ]
        let library = LibrarySnapshot(books: books, borrowers: [ben], loans: loans)
        let statistics = LibraryStatistics(of: library, today: today)
        #expect(statistics.lent == 2)
        #expect(statistics.overdue == 1)
        #expect(statistics.borrowers == 1)
    }

    @Test func countsTheLoansThatBeganInTheYear() throws {
        let books = try ["A", "B"].enumerated().map { try book(UInt64($0.offset + 1), $0.element) }
        let ben = try borrower(1, "Ben")
        let loans = [
            loan(1, of: books[0], to: ben, lent: "2024-01-01", returned: "2024-05-08"),
            loan(2, of: books[1], to: ben, lent: "2023-12-31"),
        ]
        let library = LibrarySnapshot(books: books, borrowers: [ben], loans: loans)
        #expect(YearStatistics(of: library, year: 2024).loans == 1)
    }
}
