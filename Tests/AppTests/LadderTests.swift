import Foundation
import TestTraits
import Testing

/// The page about layers agrees with the ladder, which is a package of its own in `Tests/Ladder/`.
@Suite(.fewAtATime, .endsIfItHangs)
struct LadderTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private let page: String

    init() throws { page = try Self.text(of: "Domain/Domain.docc/WhyLayers.md") }

    private static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private static func sources(in folder: String) throws -> [String] {
        let paths = try #require(FileManager.default.subpaths(atPath: root.appending(path: folder).path))
        return try paths.filter { $0.hasSuffix(".swift") }.map { try text(of: "\(folder)/\($0)") }
    }

    @Test func theSizesAreThoseThatTheCommandPrints() async throws {
        let process = Process()
        process.executableURL = Self.root.appending(path: "Tests/Ladder/measure.sh")
        process.arguments = ["sizes"]
        let outcome = try await CommandLineProgram().run(process)
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(outcome.output.split(separator: "\n").count == 7)
        #expect(page.contains("\n" + outcome.output), "it prints \(outcome.output)")
    }

    /// The condition of each test names the rungs on which it is known to fail.
    @Test func theTestsFailWhereThePageSays() throws {
        let tests = try Self.text(of: "Tests/Ladder/Tests/GrowingTests.swift").components(separatedBy: " func ")
            .dropFirst()
        #expect(tests.count == 4)
        for test in tests {
            let name = test.prefix { $0 != "(" }
            let condition = try #require(test.firstMatch(of: /when: \{\s+(.*)\s+\}/), "\(name)").1
            let cells: String
            switch condition {
            case "rung == .oneFile": cells = "fails | passes | passes"
            case "rung != .layers": cells = "fails | fails | passes"
            default: throw UnknownCondition(condition: String(condition))
            }
            #expect(page.contains("\n| `GrowingTests.\(name)` | \(cells) |\n"), "\(name)")
        }
        #expect(page.matches(of: /\n\| `GrowingTests/).count == tests.count)
    }

    private struct UnknownCondition: Error {
        let condition: String
    }

    @Test func everyListingIsQuotedFromTheSource() throws {
        let listings = page.components(separatedBy: "```swift\n").dropFirst()
            .map { $0.components(separatedBy: "```")[0] }
        #expect(!listings.isEmpty)
        let sources = try Self.sources(in: "Tests/Ladder")
        for listing in listings {
            #expect(sources.contains { $0.contains("\n" + listing) }, "\(listing)")
        }
    }

    @Test func theCommandOfThePageRunsInTheGate() throws {
        let listing = try #require(page.components(separatedBy: "```sh\n").last).components(separatedBy: "```")[0]
        #expect(listing.hasPrefix("swift test "))
        #expect(try Self.text(of: ".ci/run").contains(listing.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    /// The same rule as in the project.
    @Test func theDomainOfTheLadderImportsNothing() throws {
        let sources = try Self.sources(in: "Tests/Ladder/Layers/Domain")
        #expect(sources.count == 3)
        for source in sources { #expect(!source.contains(/\bimport\b/)) }
    }
}
