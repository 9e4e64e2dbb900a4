import Domain
import Foundation
import TestTraits
import Testing

@testable import App

/// The pictures on the page about the full-screen view are what the program draws, and the README has the first.
@MainActor
@Suite(.endsIfItHangs)
struct PicturesTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private func expectPicture(_ screen: Screen, on pages: [String] = ["App/App.docc/OnATerminal.md"]) throws {
        let picture = (["```text"] + screen.text + ["```"]).joined(separator: "\n")
        for page in pages {
            let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
            #expect(text.contains(picture), "\(page) lacks this picture:\n\(picture)")
        }
    }

    @Test func theListTheFormAndAnAlert() async throws {
        let today = try #require(Day("2026-11-22"))
        let browser = BrowserFixture(.demo(today: { today }), columns: 80, lines: 12)
        try await browser.load()
        browser.press(.text("j"))
        try expectPicture(browser.screen, on: ["README.md", "App/App.docc/OnATerminal.md"])
        browser.press(.text("aDune"), .key(.tab))
        browser.resize(columns: 80, lines: 15)
        try expectPicture(browser.screen)
        browser.press(.key(.escape), .text("y"), .text("jjjx"), .text("y"))
        browser.resize(columns: 80, lines: 12)
        try await browser.settle()
        #expect(browser.content.error != nil)
        try expectPicture(browser.screen)
    }
}
