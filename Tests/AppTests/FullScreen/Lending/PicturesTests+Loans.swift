import Domain
import Testing

@testable import App

extension PicturesTests {
    /// The list, which README.md has, and an alert.
    func screensWithLoans() async throws -> [[String]] {
        let today = try #require(Day("2026-11-22"))
        let browser = BrowserFixture(.demo(today: { today }), columns: 80, lines: 12)
        try await browser.load()
        browser.press(.text("j"))
        let list = browser.screen.text
        let readme = Project.pages.first { $0.path == "README.md" }
        #expect(readme?.listings.contains { $0.lines == list } == true, "README.md lacks the first of them")
        browser.press(.text("jjr"))
        try await browser.settle()
        #expect(browser.content.error != nil)
        return [list, browser.screen.text]
    }
}
