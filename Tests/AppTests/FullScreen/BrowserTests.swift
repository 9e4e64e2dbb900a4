import Data
import Domain
import Presentation
import StorageTestSupport
import TestTraits
import Testing

@testable import App

/// What a user does with the full-screen view, from an empty library on.
@MainActor
@Suite(.endsIfItHangs)
struct BrowserTests {
    private let library = StoredLibrary.inMemory()
    private let environment: AppEnvironment
    private let browser: BrowserFixture

    init() async throws {
        let today = try #require(Day("2026-11-22"))
        environment = AppEnvironment().with(library).with(\.today, { today })
        browser = BrowserFixture(environment, columns: 80, lines: 20, edit: { $0 + "A gift\n" })
        try await browser.load()
    }

    private func addDune() async throws {
        browser.press(.text("aDune"), .key(.tab), .text("Frank Herbert"), .key(.control("s")))
        try await browser.settle()
        #expect(browser.content.rows.map(\.draft.title) == ["Dune"])
    }

    @Test func aBookIsAddedAndSelected() async throws {
        try await addDune()
        #expect(browser.screen.text[3].hasPrefix("Dune "))
        #expect(browser.state.message == "Added \"Dune\" by Frank Herbert.")
        #expect(try await library.books.all().map(\.title) == ["Dune"])
        browser.press(.text("j"))
        #expect(browser.state.message == nil)
    }

    @Test func theLastChangeIsTakenBackAndBroughtBack() async throws {
        browser.press(.text("U"))
        try await browser.settle()
        #expect(browser.state.message == "There is nothing to undo.")
        try await addDune()
        let dune = try #require(try await library.books.all().first)
        browser.press(.text("U"))
        try await browser.settle()
        #expect(
            browser.state.mode
                == .undo(
                    "A change, 1 book: removes book \"Dune\" (\(dune.id)).", yes: "Take it back",
                    ListPosition()))
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
        try await addDune()
        browser.press(.text("U"))
        try await browser.settle()
        // Another program changes the library while the question is asked.
        try await library.borrowers.save(Borrower(id: Borrower.ID(bits: 1), name: "Ana"))
        browser.press(.text("y"))
        try await browser.settle()
        #expect(browser.content.error == "Can't undo the last change: the library was changed meanwhile.")
        browser.press(.key(.enter))
        #expect(browser.content.error == nil)
        #expect(browser.content.rows.count == 1)
    }

    @Test func aRefusedFormKeepsWhatWasTyped() async throws {
        try await addDune()
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

    @Test func aBookIsLentAndTakenBack() async throws {
        try await addDune()
        browser.press(.text("l"), .text("Ana"), .key(.enter))
        try await browser.settle()
        #expect(browser.content.rows[0].lentTo == "Ana")
        #expect(browser.state.message == "Lent \"Dune\" to Ana, a new person, until 2026-12-20.")
        browser.press(.text("+"))
        try await browser.settle()
        #expect(browser.content.rows[0].due == Day("2027-01-17"))
        #expect(browser.state.message == "Ana can keep \"Dune\" until 2027-01-17.")
        browser.press(.text("r"))
        try await browser.settle()
        #expect(browser.content.rows[0].lentTo == nil)
        #expect(browser.state.message == "Ana has returned \"Dune\".")
        browser.press(.text("+"))
        try await browser.settle()
        #expect(browser.content.error == "\"Dune\" is not lent.")
        browser.press(.key(.enter))
        browser.press(.text("l"))
        try await browser.settle()
        #expect(browser.content.people == ["Ana"])
    }

    /// The last line always has room for it.
    @Test func eachChangeNamesTheKeyThatTakesItBack() async throws {
        func note() -> String { browser.screen.text[18] }
        let title = String(repeating: "Dune ", count: 20)
        browser.press(.text("a" + title), .key(.tab), .text("Frank Herbert"), .key(.control("s")))
        try await browser.settle()
        #expect(note().hasPrefix("Added") && note().hasSuffix("…  U takes it back"))
        browser.press(.text("e"), .key(.control("u")), .text("Dune"), .key(.control("s")))
        try await browser.settle()
        #expect(note() == "Saved \"Dune\" by Frank Herbert.  U takes it back")
        browser.press(.text("l"), .text("Ana"), .key(.enter))
        try await browser.settle()
        #expect(note() == "Lent \"Dune\" to Ana, a new person, until 2026-12-20.  U takes it back")
        browser.press(.text("+"))
        try await browser.settle()
        #expect(note() == "Ana can keep \"Dune\" until 2027-01-17.  U takes it back")
        browser.press(.text("r"))
        try await browser.settle()
        #expect(note() == "Ana has returned \"Dune\".  U takes it back")
        browser.press(.text("U"))
        try await browser.settle()
        browser.press(.text("y"))
        try await browser.settle()
        #expect(browser.content.rows[0].lentTo == "Ana")
        // Saving a form as it was changes nothing that could be taken back.
        browser.press(.text("e"), .key(.control("s")))
        try await browser.settle()
        #expect(note() == "Saved \"Dune\" by Frank Herbert.")
    }

    @Test func markedBooksAreChangedAtOnceAndTakenBackAtOnce() async throws {
        for title in ["Dune", "Emma", "Ulysses"] {
            _ = try await AddBook(environment.context)(BookDraft(title: title, authors: ["Ana"]))
        }
        try await browser.settle()
        browser.press(.text("g"), .text(" "), .text("j"), .text(" "))
        #expect(browser.screen.text[0].contains("  2 marked"))
        #expect(
            browser.screen.text[2...5].map { $0.prefix(9) } == ["  title  ", "+ Dune   ", "  Emma   ", "+ Ulysses"])
        browser.press(.text("4"))
        try await browser.settle()
        #expect(browser.content.rows.map { $0.draft.rating?.stars } == [4, nil, 4])
        #expect(browser.screen.text[18] == "2 books: ★★★★.  U takes it back")
        #expect(!browser.screen.text[0].contains("marked"))
        browser.press(.text("U"))
        try await browser.settle()
        browser.press(.text("y"))
        try await browser.settle()
        #expect(browser.content.rows.map { $0.draft.rating?.stars } == [nil, nil, nil])
        browser.press(.text("g"), .text(" "), .text(" "), .text("x"))
        #expect(browser.screen.text.contains { $0.contains("Remove 2 books: \"Dune\" and \"Emma\"?") })
        browser.press(.text("y"))
        try await browser.settle()
        #expect(browser.content.rows.map(\.draft.title) == ["Ulysses"])
    }

    @Test func ratingsMayBeTypedFasterThanTheyAreStored() async throws {
        for title in ["Dune", "Emma", "Ulysses"] {
            _ = try await AddBook(environment.context)(BookDraft(title: title, authors: ["Ana"]))
        }
        try await browser.settle()
        browser.press(.text("g1j2j3"))
        try await browser.settle()
        #expect(browser.content.rows.map { $0.draft.rating?.stars } == [1, 2, 3])
    }

    @Test func onlyTheBooksOfAShelfAreShown() async throws {
        try await addDune()
        _ = try await AddBook(environment.context)(
            BookDraft(title: "Emma", authors: ["Jane Austen"]) { $0.shelves = ["Classics"] })
        try await browser.settle()
        browser.press(.text("f"))
        while browser.content.shelves.isEmpty { await Task.yield() }
        browser.press(.key(.end), .text(" "), .key(.escape))
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
        let add = AddBook(environment.context)
        _ = try await add(BookDraft(title: "A man", authors: ["Ana"]))
        _ = try await add(
            BookDraft(title: "Man", authors: ["Ben"]) { ($0.status, $0.isbn) = (.reading, try? ISBN("9780141439518")) })
        _ = try await add(BookDraft(title: "Emma", authors: ["Cem"]) { $0.status = .read })
        try await browser.settle()
        #expect(try await titles(.text("/stat")) == [])
        #expect(browser.screen.text[1].hasSuffix("tab status:"))
        #expect(try await titles(.key(.tab), .text("rea")) == ["A man", "Emma", "Man"])
        #expect(browser.screen.text[18] == "It takes status: with to-read, reading, read or abandoned.")
        #expect(try await titles(.key(.tab)) == ["Emma"])
        #expect(try await titles(.key(.control("u")), .text("man ")) == ["Man", "A man"])
        #expect(try await titles(.text("author:an")) == ["A man"])
        #expect(try await titles(.key(.control("u")), .text("9780141439518")) == ["Man"])
        #expect(try await titles(.key(.escape)) == ["A man", "Emma", "Man"])
        // An order that was chosen is kept.
        #expect(try await titles(.text("s"), .key(.home), .key(.enter), .text("/man")) == ["A man", "Man"])
    }

    /// Lends two books to Ana, and one, which is overdue, to Ben.
    private func lendThree() async throws {
        for (title, name, due) in [
            ("Dune", "Ana", "2026-12-20"), ("Emma", "Ben", "2026-11-25"), ("Ulysses", "Ana", "2026-12-01"),
        ] {
            let book = try await AddBook(environment.context)(BookDraft(title: title, authors: ["Ana"]))
            let term = LoanTerm.until(.date(try #require(Day(due))))
            _ = try await LendBook(environment.context, preferences: environment.preferences)(
                book.id, to: name, for: term)
        }
        let emma = try #require(try await library.loans.all().first { $0.due == Day("2026-11-25") })
        let lent = try #require(Day("2026-10-01"))
        let due = try #require(Day("2026-11-01"))
        try await library.loans.save(Loan(id: emma.id, book: emma.book, borrower: emma.borrower, lent: lent, due: due))
        try await browser.settle()
    }

    @Test func aFormOverThePageOfLoansLeadsBackToIt() async throws {
        try await lendThree()
        browser.press(.text("L"))
        try await browser.settle()
        browser.press(.key(.enter))
        try await browser.settle()
        browser.press(.text("e"), .key(.escape))
        #expect(browser.state.mode == .loans)
        browser.press(.key(.enter))
        try await browser.settle()
        browser.press(.text("e"), .text("!"), .key(.control("s")))
        try await browser.settle()
        #expect(browser.state.mode == .loans)
    }

    /// A condition about the loan isn't asked of a book that was edited.
    @Test func aLentBookIsntSaidToBeHidden() async throws {
        try await lendThree()
        browser.press(.text("/borrower:ben"), .key(.enter))
        try await browser.settle()
        #expect(browser.content.rows.map(\.draft.title) == ["Emma"])
        browser.press(.text("e!"), .key(.control("s")))
        try await browser.settle()
        #expect(browser.state.message == "Saved \"Emma!\" by Ana.")
    }

    @Test func aRemovedBookHasNoMark() async throws {
        try await addDune()
        _ = try await AddBook(environment.context)(BookDraft(title: "Emma", authors: ["Jane Austen"]))
        try await browser.settle()
        browser.press(.key(.home), .text("  "), .key(.home), .text("/emma"), .key(.enter))
        try await browser.settle()
        // Dune is hidden and keeps its mark.
        browser.press(.text("xy"))
        try await browser.settle()
        browser.press(.text("/"), .key(.escape))
        try await browser.settle()
        #expect(browser.content.rows.map(\.draft.title) == ["Dune"])
        #expect(browser.state.selection.marks.count == 1)
    }

    @Test func loansAreListedByDueDayAndReturnedFromThere() async throws {
        try await lendThree()
        browser.press(.text("L"))
        try await browser.settle()
        #expect(browser.screen.text[0] == "Bookshelf  3 books lent  1 overdue")
        #expect(
            browser.screen.text[2...5] == [
                "  title                  lent to         lent       due",
                "! Emma                   Ben             2026-10-01 2026-11-01 OVERDUE 21 days",
                "  Ulysses                Ana             2026-11-22 2026-12-01",
                "  Dune                   Ana             2026-11-22 2026-12-20",
            ])
        browser.press(.text("+"))
        try await browser.settle()
        #expect(browser.state.message?.hasPrefix("Ben can keep \"Emma\" until") == true)
        #expect(browser.state.mode == .loans)
        browser.press(.text("g"), .key(.enter))
        try await browser.settle()
        let first = try #require(browser.content.openLoans?.first)
        #expect(browser.screen.text[0] == first.title)
        browser.press(.text("J"))
        try await browser.settle()
        #expect(browser.screen.text[0] == browser.content.openLoans?[1].title)
        browser.press(.key(.escape))
        #expect(browser.state.mode == .loans)
        browser.press(.text("g"), .text("r"))
        try await browser.settle()
        #expect(browser.content.openLoans?.contains(first) == false)
        #expect(browser.screen.text[18] == "\(first.borrower) has returned \"\(first.title)\".  U takes it back")
        browser.press(.text("U"))
        try await browser.settle()
        browser.press(.text("y"))
        try await browser.settle()
        #expect(browser.content.openLoans?.count == 3)
        #expect(browser.state.mode == .loans)
        browser.press(.key(.escape))
        #expect(browser.state.mode == .list)
    }

    @Test func peopleAreListedWithTheirBooks() async throws {
        browser.press(.text("L"))
        try await browser.settle()
        #expect(browser.screen.text[2] == "No book is lent.")
        browser.press(.key(.escape))
        try await lendThree()
        browser.press(.text("L"), .key(.tab))
        try await browser.settle()
        #expect(
            browser.screen.text[3...4] == [
                "Ana                      2     Ulysses, Dune", "Ben                      1     Emma",
            ])
        browser.press(.key(.enter))
        #expect(browser.screen.text[1] == "the loans of Ana, by due day")
        #expect(browser.screen.text[3...5].map { String($0.prefix(9)) } == ["  Ulysses", "  Dune   ", ""])
        browser.press(.key(.escape))
        #expect(browser.screen.text[1] == "who has books")
    }

    @Test func aBookIsRemovedOnceThatIsConfirmed() async throws {
        try await addDune()
        browser.press(.text("x"), .text("y"))
        try await browser.settle()
        #expect(browser.content.rows.isEmpty)
        #expect(browser.state.message == "Removed \"Dune\" by Frank Herbert.")
        #expect(try await library.books.all() == [])
    }

    @Test func notesAreWrittenInAnEditorAndSaved() async throws {
        try await addDune()
        browser.press(.text("n"))
        try await browser.settle()
        #expect(browser.content.rows[0].draft.notes == "A gift")
        #expect(browser.state.mode == .list)
        #expect(browser.state.message == "Saved \"Dune\" by Frank Herbert.")
    }

    @Test func anEditorThatFailsChangesNothing() async throws {
        try await addDune()
        let failing = BrowserFixture(
            environment, columns: 80, lines: 20,
            edit: { _ throws(ExternalEditor.Failure) in throw ExternalEditor.Failure(message: "No editor.") })
        try await failing.load()
        failing.press(.text("n"))
        try await failing.settle()
        #expect(failing.screen.text.contains { $0.contains("│ No editor.") })
        failing.press(.key(.enter))
        #expect(failing.state.mode == .list)
        #expect(try await library.books.all().map(\.notes) == [nil])
    }

    /// The change that is asked for ends after the next form was opened.
    @Test func whatIsTypedDuringAChangeStays() async throws {
        try await addDune()
        browser.press(.text("l"), .text("Ana"), .key(.enter), .key(.escape), .text("aEmma"))
        try await browser.settle()
        #expect(browser.content.rows[0].lentTo == "Ana")
        #expect(browser.screen.text[2] == "Title       Emma")
    }

    @Test func quittingWaitsForTheChangeUnderWay() async throws {
        try await addDune()
        #expect(browser.handle(.text("l")) && browser.handle(.text("Ana")))
        #expect(browser.handle(.key(.enter)))
        #expect(!browser.handle(.key(.control("c"))))
        #expect(await browser.finish() == nil)
        #expect(try await library.loans.all().count == 1)
    }

    @Test func aChangeThatFailsAfterQuittingIsReported() async throws {
        try await addDune()
        let dune = try #require(try await library.books.all().first)
        _ = try await LendBook(environment.context, preferences: environment.preferences)(dune.id, to: "Ben")
        browser.press(.text("x"))
        #expect(browser.handle(.text("y")))
        #expect(!browser.handle(.key(.control("c"))))
        let failure = await browser.finish()
        #expect(failure?.message.contains("is lent to Ben") == true)
    }

    @Test func keysThatArriveForTheEditorAreNotTheViews() async throws {
        try await addDune()
        browser.press(.text("n"), .key(.escape), .text("xy"))
        try await browser.settle()
        #expect(browser.content.rows.first?.draft.notes == "A gift")
        #expect(try await library.books.all().count == 1)
    }

    @Test func aBookThatAnotherAddsAppearsAndTheSelectionStays() async throws {
        try await addDune()
        let other = try await AddBook(environment.context)(BookDraft(title: "Anna Karenina", authors: ["Leo Tolstoy"]))
        try await browser.settle()
        #expect(browser.content.rows.map(\.id).contains(other.id))
        #expect(browser.screen.text[3].hasPrefix("Anna Karenina"))
        #expect(browser.screen.cursor.line == 4)
    }

    @Test func titleAndAuthorsAreLookedUp() async throws {
        let demo = BrowserFixture(.demo(), columns: 80, lines: 20)
        try await demo.load()
        demo.press(.text("a"), .key(.tab), .key(.tab), .text("9780441172719"), .key(.control("o")))
        try await demo.settle()
        #expect(demo.screen.text[2...3] == ["Title       Dune", "Authors     Frank Herbert"])
    }

    /// The form and the catalogue have the same idea of an empty field.
    @Test func aLookUpFillsFieldsOfSpacesAndSeparators() async throws {
        let demo = BrowserFixture(.demo(), columns: 80, lines: 20)
        try await demo.load()
        demo.press(.text("a"), .text(" "), .key(.tab), .text("; "), .key(.tab), .text("9780441172719"))
        demo.press(.key(.control("o")))
        try await demo.settle()
        #expect(demo.screen.text[2...3] == ["Title       Dune", "Authors     Frank Herbert"])
    }

    @Test func aChangeUnderWayIsWaitedForHoweverTheViewEnds() async throws {
        try await addDune()
        #expect(browser.handle(.text("l")) && browser.handle(.text("Ana")))
        #expect(browser.handle(.key(.enter)))
        browser.stop()
        #expect(await browser.finish() == nil)
        #expect(try await library.loans.all().count == 1)
    }

    @Test func theDetailsAreReadAgain() async throws {
        try await addDune()
        browser.press(.key(.enter), .text("u"))
        let dune = try #require(try await library.books.all().first)
        _ = try await LendBook(environment.context, preferences: environment.preferences)(dune.id, to: "Ana")
        try await browser.settle()
        #expect(browser.content.loans.count == 1)
        #expect(browser.screen.text.contains { $0.contains("Ana, due") })
    }

    @Test func aKeyEndsTheView() async throws {
        #expect(!browser.handle(.text("q")))
    }

    @Test(arguments: 1...2 as ClosedRange<UInt64>) func anythingMayBeTyped(_ seed: UInt64) async throws {
        try await addDune()
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
        case .lend(_, let lending): return !isOnRow && line.contains(lending.focused == .term ? "│ For " : "│ To ")
        case .form(let form) where form.focused == .save:
            return isOnRow && cursor.line == screen.lines - 2
        case .form(let form):
            return line.hasPrefix(form.focused.label) && isOnRow == (form.fields.texts[form.focused] == nil)
        case .loans where browser.content.openLoans?.isEmpty != false:
            return cursor == Screen.Position(column: 0, line: 0)
        case .list where browser.content.rows.isEmpty: return cursor == Screen.Position(column: 0, line: 0)
        default: return isOnRow
        }
    }
}
