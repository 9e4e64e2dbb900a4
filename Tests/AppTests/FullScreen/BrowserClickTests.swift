import Data
import Domain
import Presentation
import TestTraits
import Testing

@testable import App

/// What a click does.
@MainActor
@Suite(.endsIfItHangs)
struct BrowserClickTests {
    private let browser: BrowserFixture

    init() async throws {
        let today = try #require(Day("2026-11-22"))
        browser = BrowserFixture(.demo(today: { today }), columns: 80, lines: 12)
    }

    @Test func aClickOnATitleSortsAndASecondOneTurnsTheOrder() async throws {
        try await browser.load()
        func first(_ title: String) async throws -> String? {
            browser.click(on: title, from: 2)
            try await browser.settle()
            return browser.content.rows.first?.draft.title
        }
        let byName = browser.content.rows.first?.draft.title
        #expect(try await first("title") != byName)
        #expect(browser.content.query.isReversed)
        _ = try await first("rating")
        #expect(browser.content.rows.first?.draft.rating == Rating(5))
        #expect(try await first("title") == byName)
        // While words are typed, too; and no order stands for who has a book.
        browser.press(.text("/a"))
        _ = try await first("authors")
        #expect(browser.screen.text[0].contains("by author"))
        #expect(browser.state.search.text == "a")
        _ = try await first("lent to")
        #expect(browser.screen.text[0].contains("by author") && !browser.content.query.isReversed)
    }

    /// The rows are those of the list, whatever is beside it or over it.
    @Test func clicksSelectAndOpen() async throws {
        try await browser.load()
        browser.resize(columns: 120, lines: 12)
        var selected: String? { browser.state.row(in: browser.content)?.draft.title }
        browser.click(on: "Mary Shelley")
        #expect(selected == "Frankenstein" && browser.state.mode == .list)
        browser.press(.rows(3))
        #expect(selected == "Pride and Prejudice")
        browser.press(.rows(-3), .rows(3), .rows(3))
        #expect(selected == "吾輩は猫である")
        for text in ["to search", "title", "finished", "│", "q quit"] { browser.click(on: text) }
        #expect(selected == "吾輩は猫である" && browser.state.mode == .list)
        browser.click(on: "read      ★★★★★")
        browser.click(on: "read      ★★★★★")
        try await browser.settle()
        #expect(browser.screen.text[0] == "Pride and Prejudice")
        // The page scrolls, and a click doesn't close it.
        browser.click(on: "Pride")
        browser.click(on: "authors")
        browser.press(.rows(3))
        #expect(browser.screen.text[0] == "Pride and Prejudice")
        #expect(browser.screen.text[1].hasPrefix("isbn "))
        browser.press(.key(.escape))
        // A second click answers.
        browser.press(.text("s"))
        browser.click(on: "rating")
        #expect(browser.content.sort == 0)
        browser.click(on: "rating")
        #expect(browser.content.sort == 5 && browser.state.mode == .list)
        try await browser.settle()
        browser.press(.key(.end), .text("x"))
        browser.click(on: "read      ★★★★★")
        browser.click(on: "Keep it")
        #expect(browser.state.mode == .list)
        browser.press(.text("?"), .rows(3))
        #expect(browser.screen.cursor.line == 5)
        browser.click(on: "Home End")
        browser.press(.key(.escape))
        #expect(browser.state.mode == .list)
    }

    /// A search goes on while the wheel moves its selection; a click on the selected book ends it.
    @Test func clicksIntoASearchAndAForm() async throws {
        try await browser.load()
        browser.press(.text("/"), .rows(3))
        browser.click(on: "Mary Shelley")
        #expect(browser.state.mode == .search && browser.state.search.text.isEmpty)
        browser.click(on: "Mary Shelley")
        #expect(browser.state.mode == .list)
        browser.press(.text("e"))
        browser.click(on: "Favourite")
        browser.click(on: "Favourite")
        browser.click(on: "Authors")
        browser.press(.text("!"))
        #expect(browser.content.form?.fields.draft.authors == ["Mary Shelley!"])
        browser.press(.rows(30))
        browser.click(on: "[ Save ]")
        try await browser.settle()
        #expect(browser.state.message == "Saved \"Frankenstein\" by Mary Shelley!.")
        #expect(browser.screen.text[4].contains("♥"))
    }
}
