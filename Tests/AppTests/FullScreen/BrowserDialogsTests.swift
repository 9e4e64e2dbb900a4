import Data
import Domain
import Presentation
import TestSupport
import TestTraits
import Testing

@testable import App

/// Forms, questions and pickers of the full-screen view, and what others do to the library meanwhile.
@MainActor
@Suite(.endsIfItHangs)
struct BrowserDialogsTests {
    private let library: StoredLibrary
    private let browser: BrowserFixture
    private let dune: Book

    init() async throws {
        dune = try book(1, "Dune", by: "Frank Herbert", added: BrowserFixture.today) {
            if let name = DetailName("Publisher") { $0.details[name] = "Ace" }
        }
        library = StoredLibrary.inMemory(LibrarySnapshot(books: [dune]))
        browser = try await BrowserFixture(of: library)
    }

    private var screen: String { browser.screen.text.joined(separator: "\n") }

    private func changeElsewhere(_ change: @Sendable (inout BookDraft) -> Void) async throws {
        _ = try await EditBook(browser.environment.context)(dune.id) { change(&$0) }
    }

    // MARK: Changes by others

    @Test func aChangeThatOthersMadeIsShownBeforeItIsReplaced() async throws {
        browser.press(.text("e"), .text("!"), .key(.tab), .key(.tab), .key(.tab), .key(.tab), .text("4"))
        try await changeElsewhere {
            $0.title = "Dune Messiah"
            $0.shelves = ["Sea"]
        }
        browser.press(.key(.control("s")))
        try await browser.settle()
        #expect(screen.contains("changed elsewhere"))
        #expect(try await library.books.find(dune.id)?.title == "Dune Messiah")
        browser.press(.key(.enter))
        #expect(browser.screen.text[2...3] == ["Title       Dune!", "            theirs: Dune Messiah"])
        #expect(!screen.contains("Sea"))
        browser.press(.key(.control("s")))
        try await browser.settle()
        let saved = try #require(try await library.books.find(dune.id))
        #expect((saved.title, saved.rating, saved.shelves) == ("Dune!", Rating(4), ["Sea"]))
        #expect(browser.state.mode == .list)
    }

    @Test func aDetailThatOthersRemovedIsShown() async throws {
        browser.press(.text("e"), .key(.backTab), .key(.backTab), .text("!"))
        try await changeElsewhere { $0.details = BookDetails() }
        browser.press(.key(.control("s")))
        try await browser.settle()
        browser.press(.key(.enter))
        #expect(screen.contains("Publisher   Ace!\n            theirs: none"))
    }

    @Test func aBookThatOthersRemovedCanBeAddedAgain() async throws {
        browser.press(.text("e"), .text("!"))
        _ = try await RemoveBooks(browser.environment.context)([dune.id])
        browser.press(.key(.control("s")))
        try await browser.settle()
        #expect(screen.contains("\"Dune\" was removed elsewhere. Add it again?"))
        #expect(!screen.contains("\(dune.id)"))
        browser.press(.text("n"))
        #expect(browser.screen.text[2] == "Title       Dune!")
        browser.press(.key(.control("s")))
        try await browser.settle()
        browser.press(.text("y"))
        try await browser.settle()
        #expect(try await library.books.all().map(\.title) == ["Dune!"])
        #expect(browser.state.message == "Added \"Dune!\" by Frank Herbert.")
    }

    // MARK: Adding

    @Test func aBookThatIsThereAlreadyIsSaid() async throws {
        browser.press(.text("adune"), .key(.tab), .text("frank herbert"), .key(.control("s")))
        try await browser.settle()
        #expect(browser.content.rows.count == 2)
        #expect(screen.contains("Added, though the library already had \"Dune\" by Frank Herbert."))
    }

    @Test(arguments: [false, true]) func aBookThatTheListHidesIsSaid(isFiltered: Bool) async throws {
        if isFiltered {
            browser.press(.text("fjjjj "), .key(.escape))
        } else {
            browser.press(.text("/dune"), .key(.enter))
        }
        try await browser.settle()
        browser.press(.text("aZebra"), .key(.tab), .text("Ana"), .key(.control("s")))
        try await browser.settle()
        let cause = isFiltered ? "the filter" : "the search"
        #expect(screen.contains("Added, but hidden by \(cause): escape shows \"Zebra\" by Ana."))
        browser.press(.key(.escape))
        try await browser.settle()
        #expect(browser.screen.text[browser.screen.cursor.line].hasPrefix("Zebra"))
    }

    @Test func aFieldIsComplainedAboutOnceItWasLeft() async throws {
        browser.press(.text("a"))
        #expect(!screen.contains("needs"))
        browser.press(.key(.tab))
        #expect(screen.contains("a book needs a title"))
        browser.press(.key(.backTab), .text("Emma"), .key(.tab))
        #expect(!screen.contains("needs a title"))
        browser.press(.text("Jane Austen"), .key(.tab), .text("9780441172718"))
        #expect(!screen.contains("needs") && !screen.contains("check digit"))
    }

    @Test func savingGoesToTheFirstWrongField() async throws {
        browser.press(.text("aEmma"), .key(.tab), .text("Jane Austen"), .key(.tab), .text("978044117271"))
        browser.press(.key(.tab), .key(.tab), .key(.control("s")))
        #expect(browser.screen.text[browser.screen.cursor.line].hasPrefix("ISBN"))
        #expect(screen.contains("Not saved: the number has 12 digits."))
        browser.press(.text("8"))
        #expect(screen.contains("check digit"))
        browser.press(.key(.backspace), .text("9"), .key(.control("s")))
        try await browser.settle()
        #expect(browser.state.message == "Added \"Emma\" by Jane Austen.")
    }

    // MARK: Editing

    @Test func theDayThatAStatusSetsIsShown() async throws {
        browser.press(.text("e"), .key(.tab), .key(.tab), .key(.tab), .key(.right))
        #expect(screen.contains("Started     2026-11-22"))
        browser.press(.key(.right))
        #expect(screen.contains("Started\n"))
        #expect(screen.contains("Finished    2026-11-22"))
        browser.press(.key(.right))
        #expect(screen.contains("Finished\n"))
        browser.press(.key(.left), .key(.control("s")))
        try await browser.settle()
        #expect(try await library.books.find(dune.id)?.finished == Day("2026-11-22"))
        #expect(try await library.books.find(dune.id)?.started == nil)
    }

    /// It was shown, so who removes it means that.
    @Test func theDayThatAStatusSetsCanBeRemoved() async throws {
        browser.press(.text("e"), .key(.tab), .key(.tab), .key(.tab), .key(.right), .key(.right))
        for _ in 0..<6 { browser.press(.key(.tab)) }
        browser.press(.key(.control("u")))
        #expect(browser.screen.text[browser.screen.cursor.line] == "Finished")
        browser.press(.key(.control("s")))
        try await browser.settle()
        let saved = try #require(try await library.books.find(dune.id))
        #expect(saved.status == .read && saved.finished == nil)
    }

    // MARK: Leaving

    @Test func controlCAsksFirstAndThenLeaves() async throws {
        browser.press(.text("e"), .text("!"))
        #expect(browser.handle(.key(.control("c"))))
        #expect(screen.contains("Discard what you have typed?"))
        #expect(!browser.handle(.key(.control("c"))))
        #expect(try await library.books.all() == [dune])
    }

    // MARK: Pickers

    @Test(arguments: ["s", "f"]) func allPickersTakeTheSameKeys(_ key: String) async throws {
        browser.press(.text(key))
        let keys = "enter choose, close  space on or off  escape close  ↑↓ select"
        #expect(browser.screen.text[19] == keys + (key == "f" ? "  / find" : ""))
        // Space stays, Enter closes.
        browser.press(.text("j "))
        #expect(browser.state.mode != .list)
        browser.press(.text("G"), .key(.enter))
        try await browser.settle()
        #expect(browser.state.mode == .list)
        let query = browser.content.query
        #expect(key == "s" ? query.isReversed && browser.content.sort == 1 : query.ratings == [.missing])
        #expect(key == "s" || query.statuses == [.reading])
        // Enter leaves what is on.
        browser.press(.text(key), .text("G"), .key(.enter))
        try await browser.settle()
        #expect(browser.content.query == query)
        browser.press(.text(key), .text("G "))
        try await browser.settle()
        #expect(!browser.content.query.isReversed)
    }

    @Test func onlyWhatCanBeTickedHasABox() {
        browser.press(.text("s"))
        #expect(
            screen.contains("(*) title") && screen.contains("( ) author") && screen.contains("[ ] in reverse order"))
    }

    // MARK: The panel

    @Test func longNotesAreMarkedWhereThePanelEnds() async throws {
        let notes = (1...40).map { "Line \($0)." }.joined(separator: "\n")
        try await changeElsewhere { $0.notes = notes }
        try await browser.settle()
        browser.resize(columns: 120, lines: 20)
        let lines = browser.screen.text.compactMap { $0.split(separator: "│ ").dropFirst().last.map(String.init) }
        #expect(lines.last == "… enter shows everything")
        browser.press(.key(.enter))
        try await browser.settle()
        browser.press(.text("G"))
        #expect(screen.contains("Line 40."))
    }
}
