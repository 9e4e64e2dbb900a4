import Data
import Domain
import Presentation
import TestSupport
import TestTraits
import Testing

@testable import App

/// The dialog for a loan.
@MainActor
@Suite(.endsIfItHangs)
struct LendingDialogTests {
    private let library: StoredLibrary
    private let browser: BrowserFixture
    private let dune: Book

    init() async throws {
        dune = try book(1, "Dune", by: "Frank Herbert", added: BrowserFixture.today)
        library = StoredLibrary.inMemory(LibrarySnapshot(books: [dune]))
        browser = try await BrowserFixture(of: library)
    }

    private var screen: String { browser.screen.text.joined(separator: "\n") }

    @Test func tabTakesAKnownPerson() async throws {
        try await library.borrowers.save(Borrower(id: Borrower.ID(bits: 1), name: "José Ñandú"))
        browser.press(.text("l"))
        try await browser.settle()
        browser.press(.text("jose"), .key(.tab))
        #expect(screen.contains("│ To     José Ñandú"))
        #expect(!screen.contains("new person"))
        browser.press(.key(.tab), .text("14"), .key(.enter))
        try await browser.settle()
        #expect(browser.state.message == "Lent \"Dune\" to José Ñandú until 2026-12-06.")
        #expect(try await library.borrowers.all().count == 1)
    }

    @Test func aNewPersonIsAnnounced() async throws {
        try await library.borrowers.save(Borrower(id: Borrower.ID(bits: 1), name: "José Ñandú"))
        browser.press(.text("l"))
        try await browser.settle()
        browser.press(.text("jose"))
        #expect(screen.contains("tab: José Ñandú"))
        #expect(screen.contains("enter lends to a new person"))
        browser.press(.key(.enter))
        try await browser.settle()
        #expect(browser.state.message == "Lent \"Dune\" to jose, a new person, until 2026-12-20.")
    }

    @Test func controlCAsksAboutALoanToo() async throws {
        browser.press(.text("lAna"))
        #expect(browser.handle(.key(.control("c"))))
        #expect(screen.contains("Discard what you have typed?"))
        browser.press(.text("n"))
        #expect(screen.contains("│ To     Ana"))
        #expect(browser.handle(.key(.control("c"))))
        #expect(!browser.handle(.key(.control("c"))))
    }
}
