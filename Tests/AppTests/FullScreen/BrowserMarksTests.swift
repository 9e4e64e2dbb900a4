import Data
import Domain
import Presentation
import TestTraits
import Testing

@testable import App

/// Books that are marked, so that a key changes all of them.
@MainActor
@Suite(.endsIfItHangs)
struct BrowserMarksTests {
    private let library = StoredLibrary.inMemory()
    private let browser: BrowserFixture

    init() async throws {
        browser = try await BrowserFixture(of: library)
    }

    @Test func markedBooksAreChangedAtOnceAndTakenBackAtOnce() async throws {
        for title in ["Dune", "Emma", "Ulysses"] {
            _ = try await AddBook(browser.environment.context)(BookDraft(title: title, authors: ["Ana"]))
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
        // The marks stay for further changes.
        #expect(browser.screen.text[0].contains("  2 marked"))
        browser.press(.text("U"))
        try await browser.settle()
        browser.press(.text("y"))
        try await browser.settle()
        #expect(browser.content.rows.map { $0.draft.rating?.stars } == [nil, nil, nil])
        browser.press(.key(.escape), .text("g"), .text(" "), .text(" "), .text("x"))
        #expect(browser.screen.text.contains { $0.contains("Remove 2 books: \"Dune\" and \"Emma\"?") })
        browser.press(.text("y"))
        try await browser.settle()
        #expect(browser.content.rows.map(\.draft.title) == ["Ulysses"])
    }

    @Test func severalAreMarkedAtOnceAndThoseThatASearchHidesAreCounted() async throws {
        for title in ["Dune", "Emma", "Persuasion", "Ulysses"] {
            _ = try await AddBook(browser.environment.context)(BookDraft(title: title, authors: ["Ana"]))
        }
        try await browser.settle()
        func marked() -> String { browser.screen.text[2...6].map { String($0.prefix(3)) }.joined() }
        browser.press(.text("gj jv"))
        #expect(marked() == "  t  D+ E+ P+ U")
        // A range begins anew once the marks are removed.
        browser.press(.key(.escape), .text("Gvkkv"))
        #expect(marked() == "  t  D+ E+ P+ U")
        browser.press(.key(.escape), .text("A"))
        #expect(browser.screen.text[0].contains("  4 marked"))
        browser.press(.text("/emma"), .key(.enter))
        try await browser.settle()
        #expect(browser.screen.text[0].contains("  1 marked, 3 hidden"))
        browser.press(.text("3"))
        try await browser.settle()
        #expect(try await library.books.all().filter { $0.rating == Rating(3) }.map(\.title) == ["Emma"])
    }

    @Test func aBookIsFoundByTheBeginningOfItsIdentifier() async throws {
        let id = try #require(Book.ID("k3jd02mxe8qa"))
        let draft = BookDraft(title: "Dune", authors: ["Ana"])
        try await library.books.save(Book(id: id, draft: draft, added: browser.environment.today()))
        for text in ["k3jd", "k3jd02mxe8qa", "k3j", "k3je"] {
            browser.press(.text("/"), .key(.control("u")), .text(text))
            try await browser.settle()
            #expect(browser.content.rows.isEmpty == ["k3j", "k3je"].contains(text), "\(text)")
        }
    }

    @Test func ratingsMayBeTypedFasterThanTheyAreStored() async throws {
        for title in ["Dune", "Emma", "Ulysses"] {
            _ = try await AddBook(browser.environment.context)(BookDraft(title: title, authors: ["Ana"]))
        }
        try await browser.settle()
        browser.press(.text("g1j2j3"))
        try await browser.settle()
        #expect(browser.content.rows.map { $0.draft.rating?.stars } == [1, 2, 3])
    }

    @Test func aRemovedBookHasNoMark() async throws {
        try await browser.addDune()
        _ = try await AddBook(browser.environment.context)(BookDraft(title: "Emma", authors: ["Jane Austen"]))
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
}
