import Foundation
import Testing

@testable import App

/// What the README says of the command line is what the program knows.
struct ReadmeTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    // Missing, it is empty, and every test below fails.
    private static let text = (try? String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)) ?? ""

    @Test func theTableHasEveryCommandInOrder() {
        let rows = Self.text.split(separator: "\n").filter { $0.hasPrefix("| `bookshelf ") }
        let names = rows.map { $0.dropFirst("| `bookshelf ".count).prefix { $0.isLetter } }.map(String.init)
        #expect(names == Bookshelf.commands.members.map(\.name))
    }

    @Test func everyCommandLineIsUnderstood() throws {
        let lines = Self.text.split(separator: "\n").filter { $0.hasPrefix("bookshelf ") }
        try #require(lines.count >= 2)
        for line in lines {
            let words = line.split(separator: "|")[0].split(separator: " ").dropFirst().map(String.init)
            #expect(throws: Never.self, "\(line)") { try Parser.request(words, of: Bookshelf.commands) }
        }
    }

    @Test func everyFileItNamesIsThere() {
        let paths = Self.text.matches(of: /`((?:Domain|Data|Presentation|App|Tests)\/[^` ]*)`/).map { String($0.1) }
        #expect(paths.count >= 5)
        for path in paths {
            #expect(FileManager.default.fileExists(atPath: Self.root.appending(path: path).path), "\(path)")
        }
    }
}
