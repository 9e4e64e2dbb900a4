import Domain
import TestTraits
import Testing

@testable import App

/// The pictures on the pages are what the program draws, or name what the project has.
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

    /// A picture whose first line is that of a screen is such a screen. Any other, of layers or folders, has words with
    /// a capital only where they are names of folders or symbols.
    @Test func everyPictureIsCurrent() async throws {
        let screens = try await screens()
        var shown: Set<[String]> = []
        for page in Project.pages {
            for listing in page.listings where listing.language == "text" && !listing.isTranscript {
                let alike = screens.filter { $0.first == listing.lines.first }
                if alike.isEmpty {
                    expectNames(in: listing, of: page)
                } else if alike.contains(listing.lines) {
                    shown.insert(listing.lines)
                } else {
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

    private func expectNames(in listing: Page.Listing, of page: Page) {
        for (index, line) in listing.lines.enumerated() {
            for word in line.words where word.first?.isUppercase == true {
                let isFolder = Project.files.contains { $0.hasSuffix("/\(word)") }
                // The entity of the example about starting one's own project.
                let isKnown =
                    isFolder || Project.exists(String(word)) || word == "Foods" || Project.declared.contains(word)
                #expect(isKnown, "\(page.path):\(listing.line + index) names \(word)")
            }
        }
    }
}
