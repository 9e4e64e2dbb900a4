import Domain
import TestTraits
import Testing

@testable import App

/// ^O in the form of a book.
@MainActor
@Suite(.endsIfItHangs)
struct LookUpInTheViewTests {
    @Test(arguments: [true, false]) func aLookUpIsOfferedWhereItCanBeMade(isBuiltIn: Bool) async throws {
        let catalog = SilentCatalog(isBuiltIn: isBuiltIn)
        let browser = BrowserFixture(.demo().with(\.catalog, catalog), columns: 80, lines: 20)
        try await browser.load()
        browser.press(.text("a"), .key(.tab), .key(.tab))
        #expect(browser.screen.text[19].contains("^O looks up title and authors") == isBuiltIn)
        browser.press(.key(.control("o")))
        #expect((browser.state.warning != nil) == isBuiltIn)
    }

    @Test func aLookUpNeedsAnISBNAndAnEmptyField() async throws {
        let demo = BrowserFixture(.demo(), columns: 80, lines: 20)
        try await demo.load()
        demo.press(.text("a"), .key(.control("o")))
        #expect(demo.state.warning == "A look-up needs a valid ISBN.")
        demo.press(.text("q Dune"), .key(.tab), .text("Frank Herbert"), .key(.tab), .text("0441172717"))
        demo.press(.key(.control("o")))
        #expect(demo.state.warning == "A look-up fills in a missing title or missing authors only.")
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
}

private struct SilentCatalog: BookCatalog {
    let isBuiltIn: Bool

    func entry(for isbn: ISBN) async -> CatalogEntry? { nil }
}
