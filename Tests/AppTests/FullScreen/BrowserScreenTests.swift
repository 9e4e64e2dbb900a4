import Data
import Domain
import Presentation
import TestTraits
import Testing

@testable import App

/// The screens as text, at several sizes.
@MainActor
@Suite(.endsIfItHangs)
struct BrowserScreenTests {
    private let browser: BrowserFixture

    init() async throws {
        let today = try #require(Day("2026-11-22"))
        browser = BrowserFixture(.demo(today: { today }), columns: 80, lines: 12)
    }

    @Test func itIsLoadingFirst() {
        #expect(browser.screen.text[2] == "Loading…")
        #expect(browser.screen.text[0] == "Bookshelf  by title")
    }

    @Test func theList() async throws {
        try await browser.load()
        #expect(
            browser.screen.text
                == """
                Bookshelf  7 books  by title
                / to search
                title                         authors              status    rating ♥ lent to
                Cien años de soledad          Gabriel García Márq… reading
                Frankenstein                  Mary Shelley         read      ★★★★
                Les Misérables                Victor Hugo          to-read
                Moby-Dick                     Herman Melville      abandoned ★★
                Pride and Prejudice           Jane Austen          read      ★★★★★  ♥ Ana
                The Left Hand of Darkness     Ursula K. Le Guin    to-read
                吾輩は猫である                夏目漱石             reading
                1 of 7
                ? help  q quit  / search  a add  e edit  enter show  l lend  r return  x remove
                """.lines)
        #expect(browser.screen.cursor == Screen.Position(column: 0, line: 3))
        browser.press(.text("G"))
        #expect(browser.screen.cursor == Screen.Position(column: 0, line: 9))
    }

    @Test func aNarrowWindow() async throws {
        try await browser.load()
        browser.resize(columns: 40, lines: 8)
        browser.press(.text("G"))
        #expect(
            browser.screen.text
                == """
                Bookshelf  7 books  by title
                / to search
                title                   authors
                Pride and Prejudice     Jane Austen
                The Left Hand of Darkn… Ursula K. Le Gu…
                吾輩は猫である          夏目漱石
                7 of 7
                ? help  q quit  / search  a add  e edit
                """.lines)
        browser.resize(columns: 20, lines: 4)
        #expect(browser.screen.text == ["The window is too", "small.", "", ""])
    }

    @Test func aWideWindowShowsTheSelectedBook() async throws {
        try await browser.load()
        browser.resize(columns: 110, lines: 14)
        browser.press(.text("jjjj"))
        #expect(
            browser.screen.text[2...11].map { $0.count > 67 ? String($0.dropFirst(67)) : "" }
                == """
                │ id         wdvsq5zmmz0n
                │ title      Pride and Prejudice
                │ authors    Jane Austen
                │ isbn       9780141439518
                │ status     read
                │ rating     5
                │ favorite   yes
                  Classics
                │ added      2025-10-18
                │ finished   2026-01-26
                """.lines)
    }

    @Test func theForm() async throws {
        try await browser.load()
        browser.press(.text("a"), .text("Dune"))
        browser.resize(columns: 60, lines: 15)
        #expect(
            browser.screen.text
                == """
                Add a book

                Title       Dune
                Authors
                ISBN
                Status      to-read
                Rating      none
                Favourite   no
                Shelves
                Added
                Started
                Finished
                Notes       none
                [ Save ]  a book needs at least one author
                ^S save  escape cancel  tab next field
                """.lines)
        #expect(browser.screen.cursor == Screen.Position(column: 16, line: 2))
        browser.press(.key(.tab), .text("Frank Herbert"), .key(.backTab), .key(.backTab))
        #expect(browser.screen.text[13] == "[ Save ]")
        #expect(browser.screen.cursor == Screen.Position(column: 0, line: 13))
    }

    @Test func aSmallWindowShowsTheFocusedField() async throws {
        try await browser.load()
        browser.resize(columns: 40, lines: 8)
        browser.press(.text("a"), .key(.backTab), .key(.backTab))
        #expect(browser.screen.text[5] == "Notes       none")
        #expect(browser.screen.cursor == Screen.Position(column: 12, line: 5))
    }

    @Test func anAlert() async throws {
        try await browser.load()
        browser.press(.text("/"), .text("moby"), .key(.enter))
        try await browser.settle()
        browser.press(.text("r"))
        try await browser.settle()
        #expect(
            browser.screen.text
                == """
                Bookshelf  1 book  by title
                / moby
                title                         authors              status    rating ♥ lent to
                Moby-Dic┌─ That didn't work ───────────────────────────────────────────┐
                        │ "Moby-Dick" is not lent.                                     │
                        │                                                              │
                        │ [ OK ]                                                       │
                        └──────────────────────────────────────────────────────────────┘


                1 of 1
                enter go on
                """.lines)
        #expect(browser.screen.cursor == Screen.Position(column: 10, line: 6))
    }

    @Test func aBookWithItsLoans() async throws {
        try await browser.load()
        browser.press(.text("jjjj"), .key(.enter))
        try await browser.settle()
        browser.resize(columns: 60, lines: 18)
        #expect(browser.screen.text[0] == "Pride and Prejudice")
        #expect(browser.screen.text[13...15] == ["", "loans", "2026-10-13  Ana, due 2026-11-10"])
        #expect(browser.screen.text[17] == "escape back  e edit  n notes  l lend  r return  x remove")
    }

    @Test func nothingIsFoundOrThere() async throws {
        try await browser.load()
        browser.press(.text("/"), .text("zzz"))
        try await browser.settle()
        #expect(browser.screen.text[2] == "No books found.")
        #expect(browser.screen.cursor == Screen.Position(column: 5, line: 1))
        browser.press(.key(.enter))
        #expect(browser.screen.text[2] == "No books found. Escape shows all books again.")
        let empty = BrowserFixture(AppEnvironment(), columns: 80, lines: 12)
        try await empty.load()
        #expect(empty.screen.text[2] == "The library is empty. Press a to add a book.")
    }

    @Test func theHelpIsWhole() async throws {
        try await browser.load()
        browser.resize(columns: 80, lines: 30)
        browser.press(.text("?"))
        for line in BrowserHelp.lines {
            #expect(browser.screen.text.contains { $0.contains(line.meaning) }, "\(line.key)")
        }
    }

    @Test func aLoanIsOfferedOnceItCanBeMade() async throws {
        try await browser.load()
        browser.press(.text("l"), .text(" "))
        let offer = "enter lends it"
        #expect(!browser.screen.text.contains { $0.contains(offer) })
        browser.press(.text("Ana"))
        #expect(browser.screen.text.contains { $0.contains(offer) })
        browser.press(.key(.tab), .text("soon"))
        #expect(!browser.screen.text.contains { $0.contains(offer) })
    }

    @Test func aMenuScrollsInASmallWindow() async throws {
        try await browser.load()
        browser.resize(columns: 24, lines: 8)
        browser.press(.text("f"), .text("G"))
        let line = browser.screen.text[browser.screen.cursor.line]
        #expect(line.contains(BookFilterChoice.all.last?.label ?? "none"))
    }

    /// With eight lines, the least that the view takes, a question may cover the line of keys.
    @Test(arguments: [8, 10]) func everyKindOfQuestionFitsASmallWindow(lines: Int) async throws {
        try await browser.load()
        browser.resize(columns: 24, lines: lines)
        let questions = [
            ("s", "enter choose"), ("f", "space change"), ("l", "enter lend"), ("x", "y yes  n no"),
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

extension String {
    fileprivate var lines: [String] { split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}
