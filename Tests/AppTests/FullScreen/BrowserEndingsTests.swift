import Data
import Domain
import Presentation
import StorageTestSupport
import TestTraits
import Testing

@testable import App

/// What is pressed while something else is under way, and how the full-screen view ends.
@MainActor
@Suite(.endsIfItHangs)
struct BrowserEndingsTests {
    private let library = StoredLibrary.inMemory()
    private let browser: BrowserFixture

    init() async throws {
        browser = try await BrowserFixture(of: library, edit: { $0 + "A gift\n" })
    }

    /// The change that is asked for ends after the next form was opened.
    @Test func whatIsTypedDuringAChangeStays() async throws {
        try await browser.addDune()
        browser.press(.text("SSea"), .key(.enter), .key(.escape), .text("aEmma"))
        try await browser.settle()
        #expect(browser.content.rows[0].draft.shelves == ["Sea"])
        #expect(browser.screen.text[2] == "Title       Emma")
    }

    @Test func quittingWaitsForTheChangeUnderWay() async throws {
        try await browser.addDune()
        #expect(browser.handle(.text("S")) && browser.handle(.text("Sea")))
        #expect(browser.handle(.key(.enter)))
        #expect(!browser.handle(.key(.control("c"))))
        #expect(await browser.finish() == nil)
        #expect(try await library.books.all().map(\.shelves) == [["Sea"]])
    }

    @Test func keysThatArriveForTheEditorAreNotTheViews() async throws {
        try await browser.addDune()
        browser.press(.text("n"), .key(.escape), .text("xy"))
        try await browser.settle()
        #expect(browser.content.rows.first?.draft.notes == "A gift")
        #expect(try await library.books.all().count == 1)
    }

    @Test func aChangeUnderWayIsWaitedForHoweverTheViewEnds() async throws {
        try await browser.addDune()
        #expect(browser.handle(.text("S")) && browser.handle(.text("Sea")))
        #expect(browser.handle(.key(.enter)))
        browser.stop()
        #expect(await browser.finish() == nil)
        #expect(try await library.books.all().map(\.shelves) == [["Sea"]])
    }

    @Test func aKeyEndsTheView() async throws {
        #expect(!browser.handle(.text("q")))
    }

    @Test(arguments: 1...2 as ClosedRange<UInt64>) func anythingMayBeTyped(_ seed: UInt64) async throws {
        try await browser.addDune()
        var generator = SeededGenerator(seed: seed)
        let keys: [TerminalInput] =
            [
                .key(.enter), .key(.escape), .key(.tab), .key(.backTab), .key(.backspace), .key(.delete), .key(.up),
                .key(.down), .key(.left), .key(.right), .key(.home), .key(.end), .key(.pageUp), .key(.pageDown),
                .paste("猫\r\n\u{1B}[2J"),
            ] + "abcdefghijklmnopqrstuvwxyz/?; 019éABCLJK*+".map { .text(String($0)) }
            + "abcefghijkmnoprstuvwxy".map { .key(.control($0)) }
        for _ in 0..<300 {
            let sizes = [(80, 24), (24, 8), (1, 1), (200, 60), (0, 0)]
            if let size = sizes.randomElement(using: &generator), Bool.random(using: &generator) {
                browser.resize(columns: size.0, lines: size.1)
            }
            if let key = keys.randomElement(using: &generator) { browser.press(key) }
            let screen = browser.screen
            #expect(screen.text.count == browser.state.lines)
            let isOnFocus = !browser.state.isUsable || isCursorOnFocus(of: screen)
            #expect(isOnFocus, "\(screen.cursor): \(screen.text)")
            await Task.yield()
        }
        browser.resize(columns: 80, lines: 24)
        #expect(browser.screen.text.count == 24)
    }

    /// Whether the cursor is in the field that takes what is typed, or else on the selected row.
    private func isCursorOnFocus(of screen: Screen) -> Bool {
        let cursor = screen.cursor
        let line = screen.text[cursor.line]
        let isOnRow = screen[cursor.line][cursor.line * screen.columns + cursor.column].isReversed
        if browser.content.error != nil { return isOnRow && line.contains("│ [ OK ]") }
        switch browser.state.mode {
        case .search: return cursor.line == 1 && cursor.column >= 2 && line.hasPrefix("/")
        case .dialog:
            return !isOnRow && line.contains(browser.isOnTerm ? "│ For " : "│ To ")
        case .form(let form) where form.focused == .save:
            return isOnRow && cursor.line == screen.lines - 2
        case .form(let form):
            return line.hasPrefix(form.focused.label) && isOnRow == (form.fields.texts[form.focused] == nil)
        case .page where browser.content.page?.count == 0:
            return cursor == Screen.Position(column: 0, line: 0)
        // No row is selected there.
        case .detail: return cursor == Screen.Position(column: 0, line: 0)
        case .list where browser.content.rows.isEmpty: return cursor == Screen.Position(column: 0, line: 0)
        default: return isOnRow
        }
    }
}
