import Domain
import TestTraits
import Testing

@testable import App

/// The screens on the pages are what the program draws.
@MainActor
@Suite(.endsIfItHangs)
struct PicturesTests {
    /// The form, as the program draws it.
    private func form() async throws -> [String] {
        let today = try #require(Day("2026-11-22"))
        let browser = BrowserFixture(.demo(today: { today }), columns: 80, lines: 15)
        try await browser.load()
        browser.press(.text("aDune"), .key(.tab))
        return browser.screen.text
    }

    @Test func everyPictureIsCurrent() async throws {
        let screens = try await [form()] + screensWithLoans()
        for screen in screens { #expect(Page.Listing.titles.contains(screen[0]), "isScreen doesn't know \(screen[0])") }
        var shown: Set<[String]> = []
        for page in Project.pages {
            for listing in page.listings where listing.isScreen {
                if screens.contains(listing.lines) {
                    shown.insert(listing.lines)
                } else {
                    let alike = screens.filter { $0.first == listing.lines.first }
                    let screen = alike.map { $0.joined(separator: "\n") }.joined(separator: "\nor\n")
                    Issue.record("\(page.path):\(listing.line) is no longer drawn, but\n\(screen)")
                }
            }
        }
        for screen in screens {
            #expect(shown.contains(screen), "no page has this picture:\n\(screen.joined(separator: "\n"))")
        }
    }
}

extension Page.Listing {
    /// The first lines of screens.
    fileprivate static let titles: Set = ["Bookshelf  7 books  by title", "Add a book"]

    /// Whether it is a screen that the program draws.
    var isScreen: Bool { language == "text" && lines.first.map(Self.titles.contains) == true }
}
