import Foundation
import StorageTestSupport
import TestTraits
import Testing

@testable import App

/// The page that follows a book has the lines that `--trace` prints.
@Suite(.fewAtATime, .endsIfItHangs)
struct JourneyTests {
    private let bookshelf: CommandLineProgram
    /// The lines of the listings in each step.
    private let steps: [[String]]

    init() throws {
        bookshelf = try CommandLineProgram()
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "App/App.docc/FollowABook.md"), encoding: .utf8)
        steps = page.split(separator: /\n(?=\d+\. )/).dropFirst().map { step in
            // The text of a step is indented by the width of its number.
            let margin = step.prefix { $0 != "." }.count + 2
            let listings = step.components(separatedBy: "```").enumerated().filter { !$0.offset.isMultiple(of: 2) }
            return listings.flatMap { listing in
                listing.element.split(separator: "\n").dropFirst().dropLast().map { String($0.dropFirst(margin)) }
            }
        }
    }

    @Test(arguments: ["file", "keyvalue"]) func theStepsOfLendingAreThoseOfTheTrace(_ store: String) async throws {
        try #require(steps.count == 12)
        let variables = ["BOOKSHELF_STORE": store]
        try await bookshelf.run("add", "Dune", "--author", "Frank Herbert", variables: variables)
        let lines = try await bookshelf.run("--trace", "lend", "dune", "--to", "Ana", variables: variables).messages
            .crossings
        // The variable spares the setting a reading.
        #expect(lines == Array(steps[..<10].joined().dropFirst()))
    }

    @Test func aSettingChoosesTheStoreByDefault() async throws {
        try await bookshelf.addDune()
        let lines = try await bookshelf.run("--trace", "lend", "dune", "--to", "Ana").messages.crossings
        #expect(lines == Array(steps[..<10].joined()))
    }

    @Test func theStepsOfWatchingAreThoseOfTheTrace() async throws {
        try await bookshelf.addDune()
        let watch = try RunningProgram(bookshelf.shell(#"exec "$0" watch --trace 2>&1"#))
        // Begin only once both observations have, and the list was made from what they gave.
        var lines: [String] = []
        while lines.count(where: { $0.contains("value of Domain.") }) < 2
            || lines.count(where: { $0.hasSuffix(".KeyValueStore.values()") }) < 4
        { lines.append(try #require(await watch.line())) }
        try await bookshelf.run("lend", "dune", "--to", "Ana")
        lines = []
        while lines.last?.contains("\tAna\t") != true { lines.append(try #require(await watch.line())) }
        #expect(lines.joined(separator: "\n").crossings == Array(steps[10...].joined()))
        watch.send(SIGINT)
        #expect(await watch.status() == 0)
    }
}
