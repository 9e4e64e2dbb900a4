import Data
import Domain
import Presentation
import TestTraits
import Testing

@testable import App

/// What a user does with the full-screen view, from an empty library on.
@MainActor
@Suite(.endsIfItHangs)
struct BrowserTests {
    private let library = StoredLibrary.inMemory()
    private let browser: BrowserFixture

    init() async throws {
        browser = try await BrowserFixture(of: library, edit: { $0 + "A gift\n" })
    }

    @Test func aBookIsAddedAndSelected() async throws {
        try await browser.addDune()
        #expect(browser.screen.text[3].hasPrefix("Dune "))
        #expect(browser.state.message == "Added \"Dune\" by Frank Herbert.")
        #expect(try await library.books.all().map(\.title) == ["Dune"])
        browser.press(.text("j"))
        #expect(browser.state.message == nil)
    }

    @Test func tabCompletesTheLastNameInAForm() async throws {
        try await browser.addDune()
        browser.press(.text("a"), .text("Emma"), .key(.tab))
        while browser.content.known["author"] == nil { await Task.yield() }
        browser.press(.text("Ana; herb"))
        #expect(browser.screen.text[19].contains("tab Frank Herbert"))
        browser.press(.key(.tab))
        #expect(browser.content.form?.fields.draft.authors == ["Ana", "Frank Herbert"])
        // A name that is whole, and one that nobody has, are left.
        browser.press(.key(.tab), .key(.backTab), .text("; Zoe"), .key(.tab))
        guard case .form(let form) = browser.state.mode else { throw CancellationError() }
        #expect(form.focused == .field(.isbn))
        #expect(form.fields.texts[.field(.authors)]?.text == "Ana; Frank Herbert; Zoe")
    }

    /// It would be taken for two names.
    @Test func aNameWithASeparatorIsNotCompleted() async throws {
        let draft = BookDraft(title: "Emma", authors: ["Smith; Sons"])
        _ = try await AddBook(browser.environment.context)(draft)
        try await browser.settle()
        browser.press(.text("e"), .key(.tab))
        while browser.content.known["author"] == nil { await Task.yield() }
        browser.press(.key(.tab))
        guard case .form(let form) = browser.state.mode else { throw CancellationError() }
        #expect(form.focused == .field(.isbn))
        #expect(browser.content.form?.isChanged == false)
    }

    /// Escape and Control-C get through while a dialog is being stored.
    @Test func escapeForgetsTheKeysThatCameEarly() async throws {
        try await browser.addDune()
        browser.press(.text("SSea"), .key(.enter), .text("x"), .key(.escape), .text("j"))
        try await browser.settle()
        #expect(browser.state.mode == .list)
        #expect(try await library.books.all().map(\.shelves) == [["Sea"]])
    }

    @Test func theLastChangeIsTakenBackAndBroughtBack() async throws {
        browser.press(.text("U"))
        try await browser.settle()
        #expect(browser.state.message == "There is nothing to undo.")
        try await browser.addDune()
        let dune = try #require(try await library.books.all().first)
        browser.press(.text("U"))
        try await browser.settle()
        #expect(
            browser.state.mode
                == .asking(
                    .undo("A change, 1 book: removes book \"Dune\".", yes: "Take it back"),
                    over: .list, ListPosition()))
        browser.press(.text("n"))
        try await browser.settle()
        #expect(try await library.books.all() == [dune])
        browser.press(.text("U"))
        try await browser.settle()
        browser.press(.text("y"))
        try await browser.settle()
        #expect(browser.content.rows.isEmpty)
        #expect(browser.state.message == "Taken back; U brings it back.")
        browser.press(.text("U"))
        try await browser.settle()
        browser.press(.text("y"))
        try await browser.settle()
        #expect(browser.content.rows.map(\.id) == [dune.id])
        #expect(browser.state.message == "Brought back.")
    }

    @Test func whatCantBeTakenBackSaysWhy() async throws {
        try await browser.addDune()
        browser.press(.text("U"))
        try await browser.settle()
        // Another program changes the library while the question is asked.
        let emma = BookDraft(title: "Emma", authors: ["Jane Austen"])
        try await library.books.save(Book(id: Book.ID(bits: 1), draft: emma, added: browser.environment.today()))
        browser.press(.text("y"))
        try await browser.settle()
        #expect(browser.content.error == "Can't undo the last change: the library was changed meanwhile.")
        browser.press(.key(.enter))
        #expect(browser.content.error == nil)
        #expect(browser.content.rows.count == 2)
    }

    @Test func aRefusedFormKeepsWhatWasTyped() async throws {
        try await browser.addDune()
        browser.press(.text("e"), .key(.tab), .key(.tab), .text("9780441172719"), .key(.control("s")))
        try await browser.settle()
        #expect(browser.content.form == nil)
        browser.press(.text("aEmma"), .key(.tab), .text("Jane Austen"), .key(.tab), .text("9780441172719"))
        browser.press(.key(.control("s")))
        try await browser.settle()
        #expect(browser.content.error != nil)
        browser.press(.key(.enter))
        #expect(
            browser.screen.text[2...4] == ["Title       Emma", "Authors     Jane Austen", "ISBN        9780441172719"])
        browser.press(.key(.control("u")), .key(.control("s")))
        try await browser.settle()
        #expect(browser.content.rows.count == 2)
    }

    /// The last line always has room for it.
    @Test func eachChangeNamesTheKeyThatTakesItBack() async throws {
        func note() -> String { browser.screen.text[18] }
        let title = String(repeating: "Dune ", count: 20)
        browser.press(.text("a" + title), .key(.tab), .text("Frank Herbert"), .key(.control("s")))
        try await browser.settle()
        #expect(note().hasPrefix("Added") && note().hasSuffix("…\" by Frank Herbert.  U takes it back"))
        browser.press(.text("e"), .key(.control("u")), .text("Dune"), .key(.control("s")))
        try await browser.settle()
        #expect(note() == "Saved \"Dune\" by Frank Herbert.  U takes it back")
        // Saving a form as it was changes nothing that could be taken back.
        browser.press(.text("e"), .key(.control("s")))
        try await browser.settle()
        #expect(note() == "Saved \"Dune\" by Frank Herbert.")
    }

    @Test func onlyTheBooksOfAShelfAreShown() async throws {
        try await browser.addDune()
        _ = try await AddBook(browser.environment.context)(
            BookDraft(title: "Emma", authors: ["Jane Austen"]) { $0.shelves = ["Classics"] })
        try await browser.settle()
        browser.press(.text("f"))
        while browser.content.names(in: .shelves).isEmpty { await Task.yield() }
        browser.press(.key(.end), .text("  "))
        try await browser.settle()
        #expect(browser.screen.text.contains { $0.contains("[ ] shelf Classics") })
        browser.press(.text(" "), .key(.escape))
        try await browser.settle()
        #expect(browser.content.rows.map(\.draft.title) == ["Emma"])
        #expect(browser.screen.text[0].hasSuffix("only shelf Classics"))
    }

    private func titles(_ inputs: TerminalInput...) async throws -> [String] {
        for input in inputs { browser.press(input) }
        try await browser.settle()
        return browser.content.rows.map(\.draft.title)
    }

    @Test func theSearchTakesConditionsAndPutsTitlesFirst() async throws {
        let add = AddBook(browser.environment.context)
        _ = try await add(BookDraft(title: "A man", authors: ["Ana"]))
        _ = try await add(
            BookDraft(title: "Man", authors: ["Ben"]) { ($0.status, $0.isbn) = (.reading, try? ISBN("9780141439518")) })
        _ = try await add(BookDraft(title: "Emma", authors: ["Cem"]) { $0.status = .read })
        try await browser.settle()
        #expect(try await titles(.text("/stat")) == [])
        #expect(browser.screen.text[1].hasSuffix("tab status:"))
        #expect(try await titles(.key(.tab), .text("rea")) == ["A man", "Emma", "Man"])
        #expect(browser.screen.text[18] == "status: takes to-read, reading, read or abandoned.")
        #expect(try await titles(.key(.tab)) == ["Emma"])
        #expect(try await titles(.key(.control("u")), .text("man ")) == ["Man", "A man"])
        #expect(try await titles(.text("author:an")) == ["A man"])
        #expect(try await titles(.key(.control("u")), .text("9780141439518")) == ["Man"])
        #expect(try await titles(.key(.escape)) == ["A man", "Emma", "Man"])
        // An order that was chosen is kept.
        #expect(try await titles(.text("s"), .key(.home), .key(.enter), .text("/man")) == ["A man", "Man"])
    }

    @Test func theSearchSaysWhatAMistypedConditionIsMeantFor() async throws {
        #expect(try await titles(.text("/ratng:4")) == [])
        #expect(browser.screen.text[18] == "ratng: is no condition, but looked for as a word. Did you mean rating:?")
        _ = try await titles(.key(.control("u")), .text("hello: 4"))
        #expect(browser.screen.text[18] == "")
    }

    @Test func aBookIsRemovedOnceThatIsConfirmed() async throws {
        try await browser.addDune()
        browser.press(.text("x"), .text("y"))
        try await browser.settle()
        #expect(browser.content.rows.isEmpty)
        #expect(browser.state.message == "Removed \"Dune\" by Frank Herbert.")
        #expect(try await library.books.all() == [])
    }

    @Test func notesAreWrittenInAnEditorAndSaved() async throws {
        try await browser.addDune()
        browser.press(.text("n"))
        try await browser.settle()
        #expect(browser.content.rows[0].draft.notes == "A gift")
        #expect(browser.state.mode == .list)
        #expect(browser.state.message == "Saved \"Dune\" by Frank Herbert.")
    }

    @Test func anEditorThatFailsChangesNothing() async throws {
        try await browser.addDune()
        let failing = BrowserFixture(
            browser.environment, columns: 80, lines: 20,
            edit: { _ throws(ExternalEditor.Failure) in throw ExternalEditor.Failure(message: "No editor.") })
        try await failing.load()
        failing.press(.text("n"))
        try await failing.settle()
        #expect(failing.screen.text.contains { $0.contains("│ No editor.") })
        failing.press(.key(.enter))
        #expect(failing.state.mode == .list)
        #expect(try await library.books.all().map(\.notes) == [nil])
    }

    @Test func aBookThatAnotherAddsAppearsAndTheSelectionStays() async throws {
        try await browser.addDune()
        let other = try await AddBook(browser.environment.context)(
            BookDraft(title: "Anna Karenina", authors: ["Leo Tolstoy"]))
        try await browser.settle()
        #expect(browser.content.rows.map(\.id).contains(other.id))
        #expect(browser.screen.text[3].hasPrefix("Anna Karenina"))
        #expect(browser.screen.cursor.line == 4)
    }
}
