import Domain
import TestTraits
import Testing

@testable import App

/// The screens on the pages are what the program draws.
@MainActor
@Suite(.endsIfItHangs)
struct PicturesTests {
    /// The list, the form and an alert, as the program draws them.
    private func screens() async throws -> [[String]] {
        let today = try #require(Day("2026-11-22"))
        let browser = BrowserFixture(.demo(today: { today }), columns: 80, lines: 12)
        var screens: [[String]] = []
        try await browser.load()
        browser.press(.text("j"))
        screens.append(browser.screen.text)
        browser.press(.text("aDune"), .key(.tab))
        browser.resize(columns: 80, lines: 15)
        screens.append(browser.screen.text)
        browser.press(.key(.escape), .text("y"), .text("jjr"))
        browser.resize(columns: 80, lines: 12)
        try await browser.settle()
        #expect(browser.content.error != nil)
        screens.append(browser.screen.text)
        return screens
    }

    @Test func everyPictureIsCurrent() async throws {
        let screens = try await screens()
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
        let readme = Project.pages.first { $0.path == "README.md" }
        #expect(readme?.listings.contains { $0.lines == screens[0] } == true, "README.md lacks the first of them")
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
