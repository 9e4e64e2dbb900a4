import Domain
import Testing

struct DayTests {
    @Test(arguments: ["0001-01-01", "1969-12-31", "1970-01-01", "2024-02-29", "2026-11-22", "9999-12-31"])
    func aDayIsWrittenAsItIsRead(_ text: String) throws {
        #expect(try #require(Day(text)).description == text)
    }

    @Test(arguments: [
        "2026-02-29", "2026-13-01", "2026-00-10", "26-01-01", "2026-1-1", "2026/01/01", " 2026-01-01", "",
    ])
    func anotherTextIsNoDay(_ text: String) {
        #expect(Day(text) == nil)
    }
}
