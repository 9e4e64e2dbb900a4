import Domain
import Foundation
import TestTraits
import Testing

@testable import App

/// The pictures in the README are what the program draws.
@MainActor
@Suite(.endsIfItHangs)
struct ReadmePicturesTests {
    private static let readme = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "README.md")

    private func expectPicture(_ screen: Screen) throws {
        let picture = (["```text"] + screen.text + ["```"]).joined(separator: "\n")
        let readme = try String(contentsOf: Self.readme, encoding: .utf8)
        #expect(readme.contains(picture), "README.md lacks this picture:\n\(picture)")
    }

    @Test func theListTheFormAndAnAlert() async throws {
        let today = try #require(Day("2026-11-22"))
        let browser = BrowserFixture(.demo(today: { today }), columns: 80, lines: 12)
        try await browser.load()
        browser.press(.text("j"))
        try expectPicture(browser.screen)
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
