import Data
import Domain
import TestTraits
import Testing

@testable import App

/// Keys that change the selected book, or all marked ones, without a form.
@MainActor
@Suite(.endsIfItHangs)
struct QuickKeysTests {
    private let library: StoredLibrary
    private let browser: BrowserFixture
    private let dune: Book
    private let emma: Book

    init() async throws {
        dune = try book(1, "Dune", by: "Frank Herbert", added: BrowserFixture.today)
        emma = try book(2, "Emma", by: "Jane Austen", added: BrowserFixture.today)
        library = StoredLibrary.inMemory(LibrarySnapshot(books: [dune, emma]))
        browser = try await BrowserFixture(of: library)
    }

    private func stored(_ book: Book) async throws -> Book { try #require(try await library.books.find(book.id)) }

    @Test func theyMayBePressedFasterThanTheirChangesAreStored() async throws {
        try await browser.type("tt *3**")
        let book = try await stored(dune)
        #expect((book.status, book.isFavorite, book.rating) == (.read, true, Rating(3)))
        #expect(browser.state.message == "\"Dune\" by Frank Herbert: favourite.")
        // Not what the list shows until then is what counts, but what is stored.
        try await browser.type("43")
        #expect(try await stored(dune).rating == Rating(3))
        // Each is a change of its own.
        try await browser.type("U")
        try await browser.type("y")
        #expect(try await stored(dune).rating == Rating(4))
    }

    @Test func aRemovalTakesItsTurn() async throws {
        try await browser.type("t 0*5xy")
        #expect(try await library.books.all() == [emma])
    }

    @Test func aBookThatWasAddedIsMeantAlsoWhileTheListLacksIt() async throws {
        let environment = browser.environment.with(
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
        try await browser.type("40")
        try await browser.type("0")
        #expect(browser.state.warning == "Nothing to change: no stars already.")
        try await browser.type("Uy")
        try await browser.type("y")
        #expect(try await stored(dune).rating == Rating(4))
    }

    /// The mark is on Dune, and the selection on Emma.
    @Test(arguments: ["e", "n"]) func aKeyForOneBookIsRefusedWhileOthersAreMarked(_ key: String)
        async throws
    {
        try await browser.type("g ")
        try await browser.type(key)
        #expect(browser.state.mode == .list)
        #expect(browser.state.warning == "That is for one book, and others are marked. Escape removes the marks.")
    }

    @Test func allMarkedBooksGetTheValueOfTheFirst() async throws {
        try await browser.type("jt g  t ")
        #expect(try await library.books.all().map(\.status) == [.reading, .reading])
        #expect(browser.state.message == "\"Dune\" by Frank Herbert: reading.")
        try await browser.type("t ")
        #expect(try await library.books.all().map(\.status) == [.read, .read])
        #expect(browser.state.message == "2 books: read.")
    }

    /// The menu opens on the next one.
    @Test func aStatusThatIsPassedSetsNoDay() async throws {
        try await browser.type("t")
        #expect(browser.screen.text.contains { $0.contains("─ Status of \"Dune\" by Frank Herbert ─") })
        #expect(browser.screen.text.contains { $0.contains("(*) to-read") })
        try await browser.type("t")
        browser.press(.key(.enter))
        try await browser.settle()
        let book = try await stored(dune)
        #expect((book.status, book.started, book.finished) == (.read, nil, BrowserFixture.today))
        #expect(browser.state.message == "\"Dune\" by Frank Herbert: read.")
        try await browser.type("tt ")
        #expect(try await stored(dune).status == .toRead)
        try await browser.type("t")
        browser.press(.key(.escape))
        try await browser.settle()
        #expect(try await stored(dune).status == .toRead)
        // Past reading and read.
        try await browser.type("jttt ")
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
        try await browser.type("5*")
        #expect(browser.content.error == "There is no book \"\(dune.id)\".")
        #expect(browser.state.warning == "None of the 2 books was changed.")
        #expect(try await library.books.all() == [emma])
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
