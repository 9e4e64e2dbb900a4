import Data
import Domain
import TestTraits
import Testing

@testable import App

/// Keys for loans, and those that a loan refuses.
@MainActor
@Suite(.endsIfItHangs)
struct LendingKeysTests {
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

    @Test func loansAndRemovalsTakeTheirTurn() async throws {
        try await browser.type("l")
        browser.press(.text("Ana"), .key(.enter))
        try await browser.settle()
        try await browser.type("*+rt ")
        #expect(try await library.loans.all().map(\.due) == [Day("2027-01-17")])
        #expect(try await library.loans.all().map(\.isOpen) == [false])
        #expect(try await stored(dune).status == .reading)
        try await browser.type("0*5xy")
        #expect(try await library.books.all() == [emma])
        // After one that fails, the next ones are left.
        try await browser.type("*rt 5")
        #expect(browser.content.error == "\"Emma\" is not lent.")
        #expect(try await stored(emma).status == .toRead)
    }

    @Test func aLentBookIsNotOfferedForRemoval() async throws {
        browser.press(.text("lAna"), .key(.enter))
        try await browser.settle()
        try await browser.type("  x")
        #expect(!browser.state.isAsking)
        #expect(browser.state.warning == "\"Dune\" is lent to Ana until 2026-12-20.")
    }

    @Test func removingABookThatIsLentRemovesNoneOfTheMarked() async throws {
        try await browser.type("  x")
        // By another program.
        _ = try await LendBook(browser.environment.context, preferences: browser.environment.preferences)(
            [emma.id], to: "Ana")
        try await browser.type("y")
        #expect(browser.content.error == "\"Emma\" is lent to Ana until 2026-12-20.")
        #expect(browser.screen.text[18] == "None of the 2 books was removed.")
        browser.press(.key(.enter))
        #expect(browser.screen.text[18] == "None of the 2 books was removed.")
        #expect(try await library.books.all().count == 2)
    }

    @Test func aLentBookIsNotOfferedToOthers() async throws {
        try await browser.type("l")
        browser.press(.text("Ana"), .key(.enter))
        try await browser.settle()
        try await browser.type("l")
        #expect(browser.state.mode == .list)
        #expect(browser.screen.text[18] == "\"Dune\" is lent to Ana until 2026-12-20.")
        browser.press(.key(.enter))
        try await browser.settle()
        try await browser.type("l")
        #expect(browser.screen.text[18] == "\"Dune\" is lent to Ana until 2026-12-20.")
    }
}
