import Data
import Domain
import Presentation
import TestTraits
import Testing

@testable import App

/// The screens of a library with loans as text, at several sizes.
@MainActor
@Suite(.endsIfItHangs)
struct LentBooksScreenTests {
    private let browser: BrowserFixture

    init() async throws {
        let today = try #require(Day("2026-11-22"))
        browser = BrowserFixture(.demo(today: { today }), columns: 80, lines: 12)
    }

    @Test func theList() async throws {
        try await browser.load()
        #expect(
            browser.screen.text
                == """
                Bookshelf  7 books  by title
                / to search
                  title                    authors           status    rating ♥ lent to    due
                  Cien años de soledad     Gabriel García M… reading
                  Frankenstein             Mary Shelley      read      ★★★★☆
                  Les Misérables           Victor Hugo       to-read
                  Moby-Dick                Herman Melville   abandoned ★★☆☆☆
                ! Pride and Prejudice      Jane Austen       read      ★★★★★  ♥ Ana        11-10
                  The Left Hand of Darkne… Ursula K. Le Guin to-read
                  吾輩は猫である           夏目漱石          reading
                1 of 7
                q quit  / search  a add  e edit  enter show  l lend  r return  … ? more
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
                  title                  authors
                ! Pride and Prejudice    Jane Austen
                  The Left Hand of Dark… Ursula K. Le G…
                  吾輩は猫である         夏目漱石
                7 of 7
                q quit  / search  a add  … ? more
                """.lines)
        browser.resize(columns: 20, lines: 4)
        #expect(browser.screen.text == ["The window is too", "small: 24 columns, 8", "lines.", ""])
    }

    /// What people know comes first. The list keeps the columns of a usual terminal.
    @Test func aWideWindowShowsTheSelectedBook() async throws {
        try await browser.load()
        browser.resize(columns: 110, lines: 16)
        browser.press(.text("jjjj"))
        #expect(
            browser.screen.text[2...10].map { $0.split(separator: "│ ").last.map(String.init) }
                == """
                Pride and Prejudice
                Jane Austen
                ★★★★★  ♥
                read
                finished 2026-01-26
                LENT to Ana
                OVERDUE 12 days
                lent 10-13, due 11-10
                shelves   Classics
                """.lines)
        #expect(browser.screen[7].contains { $0.style == .bad })
        // Beyond that, the list grows, too.
        func edge() -> Int? {
            browser.screen[2].firstIndex { $0.character == "│" }.map { $0 - 2 * browser.screen.columns }
        }
        #expect(edge() == 81)
        browser.resize(columns: 170, lines: 16)
        #expect(edge() == 121)
        browser.resize(columns: 109, lines: 16)
        #expect(edge() == nil)
    }

    /// Days of this year have no year.
    @Test func thePanelSaysWhoHasABookAndWhoHadIt() async throws {
        func day(_ text: String) throws -> Day { try #require(Day(text)) }
        let dune = try book(1, "Dune", by: "Frank Herbert", added: try day("2024-02-03")) {
            $0.status = .reading
            $0.rating = Rating(4)
            $0.started = try? day("2026-11-01")
            $0.finished = try? day("2025-03-04")
            $0.notes = "A gift"
        }
        let people = try ["Ana", "Ben"].enumerated().map { index, name in
            try Borrower(id: Borrower.ID(bits: UInt64(index)), name: name)
        }
        func loan(_ number: UInt64, to person: Int, _ days: String...) throws -> Loan {
            try Loan(
                id: Loan.ID(bits: number), book: dune.id, borrower: people[person].id, lent: try day(days[0]),
                due: try day(days[1]), returned: days.count > 2 ? try day(days[2]) : nil)
        }
        let loans = [
            try loan(1, to: 1, "2025-04-01", "2025-05-01", "2025-04-20"),
            try loan(2, to: 0, "2026-01-02", "2026-02-01", "2026-02-10"),
            try loan(3, to: 0, "2026-09-01", "2026-10-31"),
        ]
        let emma = try book(2, "Emma", by: "Jane Austen", added: try day("2024-02-03"))
        let library = StoredLibrary.inMemory(LibrarySnapshot(books: [dune, emma], borrowers: people, loans: loans))
        let browser = BrowserFixture(
            AppEnvironment().with(library).with(\.today, { Day("2026-11-22") ?? .today }), columns: 120, lines: 20)
        try await browser.load()
        func panel() -> [String] {
            browser.screen.text[2...17].compactMap { $0.split(separator: "│ ").dropFirst().last.map(String.init) }
        }
        #expect(
            panel()
                == """
                Dune
                Frank Herbert
                ★★★★
                reading since 2026-11-01
                finished 2025-03-04
                LENT to Ana, OVERDUE 22 days
                lent 09-01, due 10-31
                added   2024-02-03
                notes   A gift
                earlier loans
                Ana, 2026-01-02 to 2026-02-10
                Ben, 2025-04-01 to 2025-04-20
                """.lines)
        browser.press(.text("r"))
        try await browser.settle()
        #expect(
            Array(panel()[5...]) == [
                "added   2024-02-03", "notes   A gift", "earlier loans", "Ana, 2026-09-01 to 2026-11-22",
                "Ana, 2026-01-02 to 2026-02-10", "Ben, 2025-04-01 to 2025-04-20",
            ])
        browser.press(.text("j"))
        #expect(panel() == ["Emma", "Jane Austen", "to-read", "added   2024-02-03"])
        browser.press(.text("/dune"), .key(.enter))
        try await browser.settle()
        #expect(browser.screen.text[0].hasPrefix("Bookshelf  1 of 2 books  "))
    }

    /// A wider window has all columns of a narrower one, and a filter's own columns are the last to go.
    @Test(arguments: ["", "lent", "favourite"])
    func aColumnThatAWiderWindowHasRoomForNeverVanishes(filter: String) async throws {
        let own = ["lent": ["lent to", "due"], "favourite": ["♥"]][filter] ?? []
        try await browser.load()
        if !filter.isEmpty { try await show(only: filter) }
        var shown: Set<String> = []
        for width in 24...240 {
            browser.resize(columns: width, lines: 12)
            let titles = browser.screen.text[2]
            let columns = Set(
                ["title", "authors", "status", "rating", "♥", "lent to", "due"].filter { titles.contains($0) })
            #expect(columns.isSuperset(of: shown), "\(width)")
            if width >= 60 { #expect(columns.isSuperset(of: own), "\(width)") }
            shown = columns
        }
        #expect(shown.count == 7, "a book is overdue")
    }

    /// Ticks a line of the menu of filters.
    private func show(only filter: String) async throws {
        browser.press(.text("f"))
        while !browser.screen.text[browser.screen.cursor.line].contains("] \(filter)") {
            let line = browser.screen.cursor.line
            browser.press(.text("j"))
            try #require(browser.screen.cursor.line != line, "there is no \(filter)")
        }
        browser.press(.text(" "), .key(.escape))
        try await browser.settle()
    }

    @Test(arguments: [40, 80, 120]) func anOverdueBookHasASignAndAWord(width: Int) async throws {
        try await browser.load()
        browser.resize(columns: width, lines: 24)
        browser.press(.text("jjjj"))
        let screen = browser.screen
        #expect(screen.text[7].hasPrefix("! Pride and Prejudice"))
        #expect(screen.text[6].hasPrefix("  Moby-Dick"))
        #expect(screen.text.contains { $0.contains("OVERDUE 12 days") })
        browser.press(.key(.enter))
        try await browser.settle()
        let words = browser.screen.text.joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(words.contains("Ana, due 2026-11-10, OVERDUE 12 days"))
    }

    @Test func aBookWithItsLoans() async throws {
        try await browser.load()
        browser.press(.text("jjjj"), .key(.enter))
        try await browser.settle()
        browser.resize(columns: 60, lines: 18)
        #expect(browser.screen.text[0] == "Pride and Prejudice")
        #expect(browser.screen.text[13...15] == ["", "loans", "2026-10-13  Ana, due 2026-11-10, OVERDUE 12 days"])
        #expect(browser.screen.text[17] == "escape back  e edit  n notes  l lend  r return  … ? more")
    }

    @Test func aSearchInAllFieldsSaysWhereTheWordsAre() async throws {
        try await browser.load()
        browser.press(.text("/"), .text("014143951"))
        try await browser.settle()
        #expect(browser.screen.text[2] == "No books found.")
        browser.press(.key(.tab))
        try await browser.settle()
        #expect(
            browser.screen.text[1].hasPrefix("/ 014143951") && browser.screen.text[1].hasSuffix("in all fields"))
        #expect(browser.screen.text[3].hasPrefix("! Pride and Prejudice"))
        #expect(browser.screen.text[10] == "1 of 1  OVERDUE 12 days  found in isbn: 9780141439518")
        browser.press(.key(.enter), .key(.escape))
        try await browser.settle()
        #expect(browser.screen.text[...1] == ["Bookshelf  7 books  by title", "/ to search"])
    }

    @Test func aSearchFindsOverdueBooks() async throws {
        try await browser.load()
        browser.press(.text("/is:o"), .key(.tab))
        try await browser.settle()
        #expect(browser.screen.text[1] == "/ is:overdue")
        #expect(browser.screen.text[3].hasPrefix("! Pride and Prejudice"))
        #expect(browser.screen.text[10] == "1 of 1  OVERDUE 12 days")
    }

    @Test func theDetailsScrollAtOnce() async throws {
        try await browser.load()
        browser.press(.text("jjjj"), .key(.enter))
        try await browser.settle()
        func lines() -> [String] { Array(browser.screen.text[1...9]) }
        let first = lines()
        #expect(first[0].hasPrefix("id "))
        let screen = browser.screen
        #expect((0..<12).allSatisfy { screen[$0].allSatisfy { !$0.isReversed } })
        browser.press(.key(.down))
        #expect(Array(lines().dropLast()) == Array(first.dropFirst()))
        browser.press(.text("G"))
        let last = lines()
        #expect(last[8].contains("Ana, due 2026-11-10"))
        browser.press(.text("j"))
        #expect(lines() == last)
        // In a larger window, the next key scrolls, too.
        browser.resize(columns: 80, lines: 14)
        let more = Array(browser.screen.text[1...11])
        browser.press(.text("k"))
        #expect(Array(browser.screen.text[2...11]) == Array(more.dropLast()))
        browser.press(.text("g"))
        #expect(lines() == first)
        browser.press(.rows(3))
        #expect(lines()[0] == first[3])
        browser.resize(columns: 80, lines: 40)
        let all = browser.screen.text
        browser.press(.text("j"))
        #expect(browser.screen.text == all)
    }

    @Test func aLoanIsOfferedOnceItCanBeMade() async throws {
        try await browser.load()
        browser.press(.text("l"), .text(" "))
        let offer = "enter lends"
        #expect(!browser.screen.text.contains { $0.contains(offer) })
        browser.press(.text("Ana"))
        #expect(browser.screen.text.contains { $0.contains(offer) })
        browser.press(.key(.tab), .text("soon"))
        #expect(!browser.screen.text.contains { $0.contains(offer) })
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
                Bookshelf  1 of 7 books  by title
                / moby
                  title                    authors           status    rating ♥ lent to    due
                  Moby-D┌─ That didn't work ───────────────────────────────────────────┐
                        │ "Moby-Dick" is not lent.                                     │
                        │                                                              │
                        │ [ OK ]                                                       │
                        └──────────────────────────────────────────────────────────────┘


                1 of 1
                enter go on
                """.lines)
        #expect(browser.screen.cursor == Screen.Position(column: 10, line: 6))
    }

    @Test func aClickOnALoanShowsItsBook() async throws {
        try await browser.load()
        browser.press(.text("L"))
        try await browser.settle()
        browser.click(on: "Ana")
        try await browser.settle()
        #expect(browser.screen.text[0] == "Pride and Prejudice")
    }
}
