import Data
import Domain
import TestTraits
import Testing

@testable import App

/// Keys that change the selected book, or all marked ones, without a form.
@MainActor
@Suite(.endsIfItHangs)
struct QuickKeysTests {
    private let library = StoredLibrary.inMemory()
    private let environment: AppEnvironment
    private let browser: BrowserFixture
    private let dune: Book
    private let emma: Book

    init() async throws {
        let today = try #require(Day("2026-11-22"))
        environment = AppEnvironment().with(library).with(\.today, { today })
        dune = try await AddBook(environment.context)(BookDraft(title: "Dune", authors: ["Frank Herbert"]))
        emma = try await AddBook(environment.context)(BookDraft(title: "Emma", authors: ["Jane Austen"]))
        browser = BrowserFixture(environment, columns: 80, lines: 20)
        try await browser.load()
    }

    private func press(_ keys: String) async throws {
        browser.press(.text(keys))
        try await browser.settle()
    }

    private func stored(_ book: Book) async throws -> Book { try #require(try await library.books.find(book.id)) }

    @Test func theyMayBePressedFasterThanTheirChangesAreStored() async throws {
        try await press("tt *3**")
        let book = try await stored(dune)
        #expect((book.status, book.isFavorite, book.rating) == (.read, true, Rating(3)))
        #expect(browser.state.message == "\"Dune\" by Frank Herbert: favourite.")
        // Not what the list shows until then is what counts, but what is stored.
        try await press("43")
        #expect(try await stored(dune).rating == Rating(3))
        // Each is a change of its own.
        try await press("U")
        try await press("y")
        #expect(try await stored(dune).rating == Rating(4))
    }

    @Test func loansAndRemovalsTakeTheirTurn() async throws {
        try await press("l")
        browser.press(.text("Ana"), .key(.enter))
        try await browser.settle()
        try await press("*+rt ")
        #expect(try await library.loans.all().map(\.due) == [Day("2027-01-17")])
        #expect(try await library.loans.all().map(\.isOpen) == [false])
        #expect(try await stored(dune).status == .reading)
        try await press("0*5xy")
        #expect(try await library.books.all() == [emma])
        // After one that fails, the next ones are left.
        try await press("*rt 5")
        #expect(browser.content.error == "\"Emma\" is not lent.")
        #expect(try await stored(emma).status == .toRead)
    }

    @Test func aBookThatWasAddedIsMeantAlsoWhileTheListLacksIt() async throws {
        let environment = self.environment.with(
            \.library, LateLibrary(base: library, seen: try await library.snapshot()))
        let browser = BrowserFixture(environment, columns: 80, lines: 20)
        try await browser.load()
        browser.press(.text("aUlysses"), .key(.tab), .text("James Joyce"), .key(.control("s")))
        try await browser.settle(said: "Added")
        #expect(browser.content.rows.map(\.draft.title) == ["Dune", "Emma"])
        browser.press(.text("5"))
        try await browser.settle(said: "\"Ulysses\"")
        let books = try await library.books.all()
        #expect(books.filter { $0.rating == Rating(5) }.map(\.title) == ["Ulysses"])
        // The next book is one that is seen.
        browser.press(.key(.enter), .text("J"), .key(.escape), .text("4"))
        try await browser.settle(said: "\"Emma\"")
        #expect(try await stored(emma).rating == Rating(4))
        browser.stop()
    }

    /// A terminal may send them at once.
    @Test func whatIsTypedAfterTheKeyThatSavesIsNotSaved() async throws {
        browser.press(.text("e"), .key(.end), .text("!"), .key(.control("s")), .text("jj5"))
        try await browser.settle()
        #expect(try await stored(dune).title == "Dune!")
        #expect(browser.state.message == "Saved \"Dune!\" by Frank Herbert.")
        #expect(browser.screen.text.contains("Title       Dune!jj5"))
    }

    @Test func aLentBookIsNotOfferedForRemoval() async throws {
        browser.press(.text("lAna"), .key(.enter))
        try await browser.settle()
        try await press("  x")
        #expect(!browser.state.isAsking)
        #expect(browser.state.warning == "\"Dune\" is lent to Ana until 2026-12-20.")
    }

    /// Until the books of a search are found, the list shows others.
    @Test func aKeyAfterASearchIsForTheBookThatItFinds() async throws {
        for key in ["*", "5", "x", "SSea\r"] {
            browser.press(.key(.escape), .text("/emma"), .key(.enter))
            for character in key { browser.press(character == "\r" ? .key(.enter) : .text("\(character)")) }
            try await browser.settle()
            if key == "x" { browser.press(.text("n")) }
        }
        #expect(try await stored(dune) == dune)
        let emma = try #require(try await library.books.all().first { $0.title == "Emma" })
        #expect((emma.title, emma.isFavorite, emma.rating, emma.shelves) == ("Emma", true, Rating(5), ["Sea"]))
    }

    @Test func whatIsSoAlreadyIsNotChanged() async throws {
        try await press("40")
        try await press("0")
        #expect(browser.state.warning == "Nothing to change: no stars already.")
        try await press("Uy")
        try await press("y")
        #expect(try await stored(dune).rating == Rating(4))
    }

    /// The mark is on Dune, and the selection on Emma.
    @Test(arguments: ["e", "n"]) func aKeyForOneBookIsRefusedWhileOthersAreMarked(_ key: String)
        async throws
    {
        try await press("g ")
        try await press(key)
        #expect(browser.state.mode == .list)
        #expect(browser.state.warning == "That is for one book, and others are marked. Escape removes the marks.")
    }

    @Test func allMarkedBooksGetTheValueOfTheFirst() async throws {
        try await press("jt g  t ")
        #expect(try await library.books.all().map(\.status) == [.reading, .reading])
        #expect(browser.state.message == "\"Dune\" by Frank Herbert: reading.")
        try await press("t ")
        #expect(try await library.books.all().map(\.status) == [.read, .read])
        #expect(browser.state.message == "2 books: read.")
    }

    /// The menu opens on the next one.
    @Test func aStatusThatIsPassedSetsNoDay() async throws {
        try await press("t")
        #expect(browser.screen.text.contains { $0.contains("─ Status of \"Dune\" by Frank Herbert ─") })
        #expect(browser.screen.text.contains { $0.contains("(*) to-read") })
        try await press("t")
        browser.press(.key(.enter))
        try await browser.settle()
        let book = try await stored(dune)
        #expect((book.status, book.started, book.finished) == (.read, nil, environment.today()))
        #expect(browser.state.message == "\"Dune\" by Frank Herbert: read.")
        try await press("tt ")
        #expect(try await stored(dune).status == .toRead)
        try await press("t")
        browser.press(.key(.escape))
        try await browser.settle()
        #expect(try await stored(dune).status == .toRead)
        // Past reading and read.
        try await press("jttt ")
        let abandoned = try await stored(emma)
        #expect((abandoned.status, abandoned.started, abandoned.finished) == (.abandoned, nil, nil))
    }

    @Test func theDetailsStayOpenUnderTheMenu() async throws {
        browser.press(.key(.enter), .text("tG "))
        try await browser.settle()
        #expect(try await stored(dune).status == .abandoned)
        #expect(browser.state.mode == .detail(dune.id, ListPosition()))
    }

    /// One of them is gone by then.
    @Test func afterAChangeThatFailsTheNextOnesAreLeft() async throws {
        browser.press(.text("  "))
        try await library.books.delete(dune.id)
        try await press("5*")
        #expect(browser.content.error == "There is no book \"\(dune.id)\".")
        #expect(browser.state.warning == "None of the 2 books was changed.")
        #expect(try await library.books.all() == [emma])
    }

    @Test func removingABookThatIsLentRemovesNoneOfTheMarked() async throws {
        try await press("  x")
        // By another program.
        _ = try await LendBook(environment.context, preferences: environment.preferences)([emma.id], to: "Ana")
        try await press("y")
        #expect(browser.content.error == "\"Emma\" is lent to Ana until 2026-12-20.")
        #expect(browser.screen.text[18] == "None of the 2 books was removed.")
        browser.press(.key(.enter))
        #expect(browser.screen.text[18] == "None of the 2 books was removed.")
        #expect(try await library.books.all().count == 2)
    }

    @Test func aLentBookIsNotOfferedToOthers() async throws {
        try await press("l")
        browser.press(.text("Ana"), .key(.enter))
        try await browser.settle()
        try await press("l")
        #expect(browser.state.mode == .list)
        #expect(browser.screen.text[18] == "\"Dune\" is lent to Ana until 2026-12-20.")
        browser.press(.key(.enter))
        try await browser.settle()
        try await press("l")
        #expect(browser.screen.text[18] == "\"Dune\" is lent to Ana until 2026-12-20.")
    }
}

/// A library whose changes nobody sees yet.
private struct LateLibrary: Library {
    let base: any Library
    let seen: LibrarySnapshot

    var batchSize: Int { base.batchSize }

    func repository<Entity: LibraryEntity>(of type: Entity.Type) -> any Repository<Entity> { base.repository(of: type) }

    func snapshot() async throws(LibraryError) -> LibrarySnapshot { try await base.snapshot() }

    func observe() -> Updates<LibrarySnapshot> {
        let (updates, update) = AsyncStream.makeStream(of: Result<LibrarySnapshot, LibraryError>.self)
        update.yield(.success(seen))
        return Updates(updates)
    }

    func rehearse<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        try await base.rehearse(work)
    }

    func perform<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        try await base.perform(work)
    }
}
