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

    @Test func aSmallWindowIsRefused() async throws {
        try await browser.load()
        browser.resize(columns: 20, lines: 4)
        #expect(browser.screen.text == ["The window is too", "small: 24 columns, 8", "lines.", ""])
    }

    /// One change of all marked books. The known spelling counts.
    @Test func markedBooksArePutOnAShelfAndTakenOff() async throws {
        try await browser.load()
        func shelves() -> [String] {
            browser.content.rows.prefix(3).map { $0.draft.shelves.joined(separator: ", ") }
        }
        func dialog() -> [String] {
            browser.screen.text.compactMap { line in
                line.split(separator: "│").dropFirst().first.map { String($0).tidied }
            }
        }
        #expect(shelves() == ["Español", "Classics, Science fiction", "Classics, Français"])
        browser.press(.text("   S"))
        try await browser.settle()
        #expect(dialog() == ["", "tab: Classics, Español, Français, Science fiction, 日本", ""])
        #expect(browser.screen.text.contains { $0.contains("─ A shelf for 3 books ─") })
        browser.press(.text("français "))
        #expect(dialog().last == "enter adds this shelf to the other 2")
        browser.press(.key(.control("u")))
        browser.press(.text("cla"))
        #expect(dialog() == ["cla", "tab: Classics", "enter adds this shelf to all 3, which is a new one"])
        browser.press(.key(.tab))
        #expect(dialog() == ["Classics", "tab: Classics", "enter adds this shelf to the other 1"])
        browser.press(.key(.control("u")), .text("CLASSICS"), .key(.enter))
        try await browser.settle()
        #expect(shelves() == ["Español, Classics", "Classics, Science fiction", "Classics, Français"])
        #expect(browser.state.message == "3 books: shelf \"Classics\" added.")
        browser.press(.text("Sclassics"))
        try await browser.settle()
        #expect(dialog() == ["classics", "tab: Classics", "enter removes this shelf from all 3"])
        browser.press(.key(.enter))
        try await browser.settle()
        #expect(shelves() == ["Español", "Science fiction", "Français"])
        #expect(browser.state.message == "3 books: shelf \"Classics\" removed.")
        browser.press(.text("U"))
        try await browser.settle()
        browser.press(.text("y"))
        try await browser.settle()
        #expect(shelves() == ["Español, Classics", "Classics, Science fiction", "Classics, Français"])
        // The selected one; nothing is lost without a question.
        browser.press(.text("gS"), .key(.enter), .text("Sea"), .key(.control("c")), .text("n"), .key(.enter))
        try await browser.settle()
        #expect(shelves()[0] == "Español, Classics, Sea" && browser.state.mode == .list)
    }

    /// Bold says what the page is about: the program, the selected book, a dialog.
    @Test func oneThingIsBold() async throws {
        try await browser.load()
        browser.resize(columns: 120, lines: 16)
        func bold() -> String {
            let screen = browser.screen
            return (0..<screen.lines).flatMap { screen[$0] }.filter { $0.style == .strong }
                .compactMap(\.character).map(String.init).joined()
        }
        #expect(bold() == "BookshelfCien años de soledad")
        browser.press(.text("?"))
        #expect(bold().contains(" Keys "))
        browser.press(.key(.escape), .text("a"))
        #expect(bold() == "Add a book")
    }

    /// Many books, and a book of everything.
    @Test func numbersHaveSeparatorsAndThePanelHasNoIdentifiers() async throws {
        let publisher = try #require(DetailName("Publisher"))
        let books = try (1...1_200).map { number in
            try book(UInt64(number), "Book \(number)", by: "Ana", "Ben", added: Day(daysSince1970: 20_000)) {
                $0.notes = "A gift"
                $0.isFavorite = true
                $0.details[publisher] = "Penguin"
            }
        }
        let environment = AppEnvironment().with(StoredLibrary.inMemory(LibrarySnapshot(books: books)))
        let browser = BrowserFixture(environment, columns: 120, lines: 16)
        try await browser.load()
        browser.press(.text("G"))
        #expect(browser.screen.text[0].hasPrefix("Bookshelf  1,200 books  "))
        #expect(browser.screen.text[14] == "1,200 of 1,200")
        let panel = browser.screen.text[2...13].compactMap { $0.split(separator: "│ ").dropFirst().last }
        #expect(
            panel == [
                "Book 999", "Ana, Ben", "♥", "to-read", "added       2024-10-04", "Publisher   Penguin",
                "notes       A gift",
            ])
        browser.press(.key(.enter))
        try await browser.settle()
        #expect(browser.screen.text.contains { $0.hasPrefix("favourite") })
        #expect(browser.screen.text.contains { $0.hasPrefix("authors") && $0.hasSuffix("Ana, Ben") })
    }

    /// Titles and authors share their room by need, and a narrow list has nothing else.
    @Test(arguments: [(40, 39), (51, 50), (52, 41), (80, 49), (109, 78)])
    func titleAndAuthorsComeFirst(width: Int, room: Int) throws {
        func titleWidth(_ title: String, _ authors: String) throws -> Int {
            let day = Day(daysSince1970: 0)
            let listing = Row(try book(1, title, by: authors, added: day))
            let columns = BrowserColumns([listing][...], width: width, BookQuery(), today: day, hasUrgent: false)
            return try #require(
                columns.titles(Book.orders).screen(columns: width, lines: 1)[0].firstIndex { $0.character == "a" }) - 1
        }
        let long = String(repeating: "x", count: 200)
        #expect(try titleWidth("Emma", "Ana") == room * 3 / 5)
        #expect(try titleWidth(long, long) == room * 3 / 5)
        #expect(try titleWidth(long, "Jane Austen") == room - 11)
        #expect(try titleWidth("Persuasion", long) == 10)
        #expect(try titleWidth("吾輩は猫である", long) == 14)
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
                [ Save ]
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

    /// The keys beside it can be read on any other field.
    @Test func whatAFieldTakesIsWholeOnAUsualTerminal() async throws {
        try await browser.load()
        browser.press(.text("a"))
        for field in FormField<Book>.usual {
            if let hint = field.hint(browser.content) {
                #expect(browser.screen.text[11].hasSuffix("  \(hint)"), "\(field.label)")
            }
            browser.press(.key(.tab))
        }
    }
}
