import Domain
import TestSupport
import Testing

struct DayTests {
    @Test(arguments: [
        ("1970-01-01", 0), ("1969-12-31", -1), ("2000-01-01", 10_957), ("2000-03-01", 11_017), ("2038-01-19", 24_855),
        ("0001-01-01", -719_162), ("9999-12-31", 2_932_896),
    ])
    func isNumberedFrom1970(_ text: String, number: Int32) throws {
        let day = try #require(Day(text))
        #expect(day.daysSince1970 == number)
        #expect("\(day)" == text)
    }

    @Test func followsTheCalendarDayByDay() throws {
        var expected = -719_162
        for year in 1...9999 {
            let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
            for (month, days) in zip(1..., [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
                let first = try #require(Day(year: year, month: month, day: 1))
                let last = Day(daysSince1970: expected + days - 1)
                try #require(first.daysSince1970 == expected)
                try #require(last.date == (year, month, days))
                try #require(Day(year: year, month: month, day: days + 1) == nil)
                expected += days
            }
        }
        #expect(expected == 2_932_897)
    }

    @Test(arguments: ["2024-02-29", "2000-02-29", "2400-02-29"])
    func leapYearsHaveALeapDay(_ text: String) {
        #expect(Day(text) != nil)
    }

    @Test(arguments: [
        "2023-02-29", "1900-02-29", "2100-02-29", "2024-02-30", "2024-04-31", "2024-01-32", "2024-00-10", "2024-13-10",
        "2024-01-00", "0000-01-01", "2024-1-01", "2024-01-1", "24-01-01", "2024/01/01", "2024-01-01 ", " 2024-01-01",
        "2024-01-01T00:00", "20240101", "-024-01-01", "+024-01-01", "2024-01-0１", "",
    ])
    func anInvalidDayIsRefused(_ text: String) {
        #expect(Day(text) == nil)
    }

    @Test(arguments: [
        ("2024-02-28", 1, "2024-02-29"), ("2024-02-28", 2, "2024-03-01"), ("2023-02-28", 1, "2023-03-01"),
        ("2024-12-31", 1, "2025-01-01"), ("2024-03-01", -1, "2024-02-29"), ("2024-05-10", 28, "2024-06-07"),
        ("2024-05-10", 0, "2024-05-10"),
    ])
    func addsDays(_ start: String, days: Int, end: String) {
        #expect(day(start) + days == day(end))
        #expect(day(end) - day(start) == days)
    }

    @Test func isLimitedToTheFirstAndLastDay() {
        #expect(day("9999-12-30") + 2 == day("9999-12-31"))
        #expect(day("0001-01-02") + -2 == day("0001-01-01"))
        #expect(day("2024-05-10") + .max == day("9999-12-31"))
        #expect(day("2024-05-10") + .min == day("0001-01-01"))
        #expect(day("1960-05-10") + .min == day("0001-01-01"))
        #expect(Day(daysSince1970: .max) == day("9999-12-31"))
        #expect(Day(daysSince1970: .min) == day("0001-01-01"))
    }

    @Test func ordersByTime() {
        #expect(day("2023-12-31") < day("2024-01-01"))
        #expect(!(day("2024-01-01") < day("2024-01-01")))
    }

    @Test(
        arguments: [
            (2026, nil, "2026-01-01", "2026-12-31"), (2024, 2, "2024-02-01", "2024-02-29"),
            (2025, 2, "2025-02-01", "2025-02-28"), (2026, 12, "2026-12-01", "2026-12-31"),
            (1, 1, "0001-01-01", "0001-01-31"), (9999, nil, "9999-01-01", "9999-12-31"),
            (9999, 12, "9999-12-01", "9999-12-31"), (9999, 11, "9999-11-01", "9999-11-30"),
        ] as [(Int, Int?, String, String)])
    func aYearOrMonthHasAFirstAndALastDay(_ year: Int, _ month: Int?, _ first: String, _ last: String) {
        #expect(Day.days(ofYear: year, month: month) == day(first)...day(last))
    }

    @Test func aYearOrMonthOutsideTheCalendarHasNoDays() {
        #expect(Day.days(ofYear: 0) == nil)
        #expect(Day.days(ofYear: 10_000) == nil)
        #expect(Day.days(ofYear: 2026, month: 13) == nil)
        #expect(Day.days(ofYear: 2026, month: 0) == nil)
    }

    @Test(arguments: [
        ("today", "2024-03-01"), ("Yesterday", "2024-02-29"), ("YESTERDAY", "2024-02-29"), ("2023-01-31", "2023-01-31"),
    ])
    func peopleNameDays(_ text: String, date: String) throws {
        #expect(try ChosenDay(text).day(ifToday: day("2024-03-01")) == day(date))
    }

    @Test(arguments: ["", "tomorrow", "yesterday ", "2023-02-29"]) func otherWordsNameNoDay(_ text: String) {
        #expect(throws: LibraryError.value(.notADay)) { try ChosenDay(text) }
    }
}
