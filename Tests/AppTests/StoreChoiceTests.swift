import Domain
import FileTestSupport
import Foundation
import Testing

@testable import App

/// What people read about the stores names each of them.
struct StoreChoiceTests {
    private static let names = StoreChoice.words.filter { !$0.hasSuffix("://") }

    @Test(arguments: names) func everyNameIsAStore(name: String) throws {
        #expect(StoreChoice(name) != nil)
        #expect(StoreChoice(name)?.isOnThisMachine == true)
        #expect(StoreChoice.expected.contains(name))
    }

    /// A store whose file isn't in the list could be replaced by an export.
    @Test(arguments: names) func theFileOfALibraryIsInTheList(name: String) async throws {
        let directory = try TemporaryDirectory()
        let library = try #require(StoreChoice(name)).library(in: directory.path, Variables { _ in nil }, isQuiet: true)
        try await library.books.save(book(1, "Dune", by: "Frank Herbert", added: Day(daysSince1970: 0)))
        let written = try directory.names().filter { !$0.hasSuffix(".lock") }
        #expect(Set(written).isSubset(of: AppEnvironment.files.map(\.name)))
    }

    @Test(arguments: names) func theREADMEAndTheManualNameEveryStore(name: String) throws {
        #expect(try text("README.md").contains("`\(name)`"))
        let settings = try text("App/App.docc/Manual.md").split(separator: "\n").filter { $0.hasPrefix("| `store` |") }
        #expect(settings.count == 1 && settings[0].contains("`\(name)`"))
    }

    @Test(arguments: AppEnvironment.files.map(\.name)) func theManualNamesEveryFile(file: String) throws {
        #expect(try text("App/App.docc/Manual.md").contains("\n| `\(file)` | "))
    }

    private func text(_ page: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: page), encoding: .utf8)
    }
}
