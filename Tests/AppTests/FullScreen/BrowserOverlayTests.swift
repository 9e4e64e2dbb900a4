import Data
import Domain
import Presentation
import TestTraits
import Testing

@testable import App

/// What is drawn over the screen: help, menus, dialogs, questions and alerts.
@MainActor
@Suite(.endsIfItHangs)
struct BrowserOverlayTests {
    private let browser: BrowserFixture

    init() async throws {
        let today = try #require(Day("2026-11-22"))
        browser = BrowserFixture(.demo(today: { today }), columns: 80, lines: 12)
    }

    @Test func theHelpIsWhole() async throws {
        try await browser.load()
        browser.resize(columns: 80, lines: 40)
        browser.press(.text("?"))
        for line in BrowserState<Book>(columns: 80, lines: 40).keys(browser.content) {
            #expect(browser.screen.text.contains { $0.contains(line.meaning) }, "\(line.key)")
        }
    }

    @Test(arguments: [(24, 8), (40, 12), (80, 24)]) func helpScrollsAndIsNotCut(columns: Int, lines: Int) async throws {
        try await browser.load()
        browser.resize(columns: columns, lines: lines)
        browser.press(.text("?"))
        var words: [String] = []
        var last: Screen?
        while last != browser.screen {
            last = browser.screen
            words +=
                browser.screen.text[browser.screen.cursor.line].split(separator: "│").dropFirst(columns > 70 ? 1 : 0)
                .first.map { $0.split(separator: " ").map(String.init) } ?? []
            browser.press(.text("j"))
        }
        let shown = words.joined(separator: " ")
        for line in BrowserState<Book>(columns: 80, lines: 40).keys(browser.content) {
            #expect(shown.contains(line.meaning), "\(line.key)")
        }
    }

    @Test func helpGoesBackToTheBook() async throws {
        try await browser.load()
        browser.press(.key(.enter))
        try await browser.settle()
        browser.press(.text("?"))
        #expect(browser.screen.text.contains { $0.contains("┌─ Keys ─") })
        browser.press(.key(.escape))
        #expect(browser.screen.text[0] == "Cien años de soledad")
        #expect(browser.screen.text[11].hasPrefix("escape back  e edit  n notes  "))
    }

    @Test func helpOverTheDetailsNamesTheKeysThere() async throws {
        try await browser.load()
        browser.resize(columns: 80, lines: 40)
        browser.press(.key(.enter))
        try await browser.settle()
        browser.press(.text("?"))
        let help = browser.screen.text.joined(separator: "\n")
        for words in ["J K  ", "the next book", "lend the book", "undo the last change", "escape"] {
            #expect(help.contains(words), "\(words)")
        }
        for words in ["sort", "show only some books", "search", "mark for", "loans by due day"] {
            #expect(!help.contains(words), "\(words)")
        }
    }

    @Test func aMenuScrollsInASmallWindow() async throws {
        try await browser.load()
        browser.resize(columns: 24, lines: 8)
        browser.press(.text("f"), .text("G"))
        let line = browser.screen.text[browser.screen.cursor.line]
        #expect(line.contains(FilterChoice<Book>.all(names: [:], today: browser.content.today).last?.label ?? "none"))
    }

    @Test func aMenuSaysThatMoreFollows() async throws {
        try await browser.load()
        browser.resize(columns: 40, lines: 12)
        func edge() -> String { browser.screen.text.first { $0.contains("└") } ?? "" }
        browser.press(.text("f"))
        #expect(edge().contains("└─ ↓ more ─"))
        browser.press(.text("G"))
        #expect(edge().contains("└─ ↑ more ─"))
        browser.press(.key(.escape), .text("s"))
        #expect(edge().contains("└─ ↓ more ─"))
        browser.resize(columns: 40, lines: 24)
        #expect(!edge().contains("more"))
    }

    /// With eight lines, the least that the view takes, a question may cover the line of keys.
    @Test(arguments: [8, 10]) func everyKindOfQuestionFitsASmallWindow(lines: Int) async throws {
        try await browser.load()
        browser.resize(columns: 24, lines: lines)
        let questions = [
            ("s", "enter choose"), ("f", "enter choose"), ("l", "enter lend"), ("x", "y yes  n no"),
            ("?", "escape back"),
        ]
        for (key, hint) in questions {
            browser.press(.text(key))
            let screen = browser.screen
            let cells = (0..<lines).flatMap { screen[$0].map(\.character) }
            let (first, last) = (try #require(cells.firstIndex(of: "┌")), try #require(cells.lastIndex(of: "┘")))
            let width = last % 24 - first % 24
            #expect(cells[first + width] == "┐" && cells[last - width] == "└", "\(key)")
            #expect((first / 24 + 1..<last / 24).contains(screen.cursor.line), "\(key)")
            if lines > 8 || key != "x" { #expect(screen.text[lines - 1].hasPrefix(hint), "\(key)") }
            browser.press(.key(.escape))
        }
    }
}
