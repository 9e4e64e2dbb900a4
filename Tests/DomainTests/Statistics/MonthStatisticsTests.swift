import Domain
import TestSupport
import Testing

struct MonthStatisticsTests {
    private func library(_ books: [(finished: String?, rating: Int?, details: [String: String])]) throws
        -> LibrarySnapshot
    {
        LibrarySnapshot(
            books: try books.enumerated().map { number, values in
                let draft = BookDraft(title: "A", authors: ["Ana"]) {
                    $0.finished = values.finished.map { day($0) }
                    $0.rating = values.rating.map { stars($0) }
                    for (name, text) in values.details { if let name = DetailName(name) { $0.details[name] = text } }
                }
                return try book(UInt64(number), draft)
            })
    }

    @Test func countsBooksPagesAndRatingsByTheMonth() throws {
        let library = try library([
            ("2024-01-01", 5, ["Pages": "100"]), ("2024-01-31", 5, ["number of pages": "20 p."]),
            ("2024-02-01", 4, [:]), ("2023-12-31", nil, ["Pages": "7"]), (nil, 1, ["Pages": "1000"]),
        ])
        let all = MonthStatistics(of: library)
        #expect(all.finished == ["2023-12": 1, "2024-01": 2, "2024-02": 1])
        #expect(all.pages == ["2023-12": 7, "2024-01": 120])
        #expect(all.byRating == [4: 1, 5: 2])
        let year = MonthStatistics(of: library, year: 2024)
        #expect(year.finished == ["2024-01": 2, "2024-02": 1])
        #expect(year.pages == ["2024-01": 120] && year.byRating == [4: 1, 5: 2])
        #expect(MonthStatistics(of: library, year: 2022).finished.isEmpty)
    }

    /// A part of a number would be a wrong one.
    @Test(arguments: [
        ("412", 412), ("412 pages", 412), ("412p.", 412), ("1,024", nil), ("1.024", nil), ("-3", nil), ("many", nil),
        ("99999999999999999999", nil),
    ])
    func pagesAreAWholeNumber(_ text: String, _ number: Int?) throws {
        let pages = MonthStatistics(of: try library([("2024-01-01", nil, ["Pages": text])])).pages
        #expect(pages == (number.map { ["2024-01": $0] } ?? [:]))
    }

    @Test func theFirstDetailThatHasANumberCounts() throws {
        let details = ["Pages": "unknown", "Number of Pages": "412"]
        #expect(MonthStatistics(of: try library([("2024-01-01", nil, details)])).pages == ["2024-01": 412])
    }
}
