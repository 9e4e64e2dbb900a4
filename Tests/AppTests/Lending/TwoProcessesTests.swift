import Foundation
import StorageTestSupport
import TestTraits
import Testing

/// The page about two processes that lend one book agrees with the sources and with the program.
@Suite(.fewAtATime, .endsIfItHangs)
struct TwoProcessesTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()
    private let page: String

    init() throws { page = try Self.text(of: "App/App.docc/TwoProcesses.md") }

    private static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private static func declares(_ name: Substring, in text: String) throws -> Bool {
        text.contains(
            try Regex("\\b(?:func|init|var|let|struct|class|enum|protocol|extension|case) (?:any )?`?\(name)\\b"))
    }

    /// The layer of a file is the folder at the top level that it is in, or Storage.
    private func expect(_ path: Substring, isIn layer: Substring) {
        #expect(path.hasPrefix(layer == "Storage" ? "Data/Storage/" : layer + "/"), "\(path) is not in \(layer)")
        #expect(layer == "Storage" || !path.hasPrefix("Data/Storage/"), "\(path) is in Storage")
    }

    /// Each step begins with a layer, a file of it, and a symbol whose parts are all named by declarations there.
    @Test func everyStepNamesALayerAFileAndASymbol() throws {
        let steps = page.matches(of: /(?m)^\d+\. (.*)$/).map(\.1)
        #expect(steps.count == 14 + 6)
        for step in steps {
            let match = try #require(step.wholeMatch(of: /(\w+): `([^`]+)`, `([^`]+)`: .*/), "\(step)")
            expect(match.2, isIn: match.1)
            let text = try Self.text(of: String(match.2))
            for name in match.3.split(separator: ".") {
                #expect(try Self.declares(name, in: text), "\(match.2) declares no \(match.3)")
            }
        }
    }

    @Test func everyProtocolIsWhereThePageSays() throws {
        let rows = page.split(separator: "\n").compactMap {
            $0.wholeMatch(of: /\| `(\w+)` \| (\w+), `([^`]+)` \| .* \| (.*) \|/)
        }
        #expect(rows.count == 5)
        for row in rows {
            let (name, layer, path) = (row.1, row.2, row.3)
            expect(path, isIn: layer)
            #expect(try Self.text(of: String(path)).contains("public protocol \(name)"), "\(path) has no \(name)")
            let types = row.4.matches(of: /`(\w+)` in `([^`]+)`/)
            #expect(!types.isEmpty)
            for type in types {
                let text = try Self.text(of: String(type.2))
                // A store of the list of engines conforms through another protocol.
                let declaration = try Regex("(?:struct|class) \(type.1)\\b[^{]*: [^{]*\(name)\\b")
                let listed = try Regex("class \(type.1): ListedRecordStore\\b")
                #expect(text.contains(declaration) || text.contains(listed), "\(type.2): \(type.1) is no \(name)")
            }
        }
    }

    /// Each time on the page is in the source.
    @Test(arguments: [
        ("10 seconds", "Data/Storage/Journal/JournalStore.swift", "patience: Duration = .seconds(10)"),
        ("after about 1 ms", "Data/Storage/Files/FileLock.swift", "var pause = Duration.milliseconds(1)"),
        ("give or take half", "Data/Storage/Files/FileLock.swift", "Double.random(in: 0.5...1.5)"),
        ("up to 20 ms", "Data/Storage/Files/FileLock.swift", "min(pause * 2, .milliseconds(20))"),
        ("at most 5 ms", "Data/Storage/Etcd/EtcdRecordStore.swift", "var longest = Duration.milliseconds(5)"),
        ("up to 300 ms", "Data/Storage/Etcd/EtcdRecordStore.swift", "min(longest * 2, .milliseconds(300))"),
        ("at least half of that", "Data/Storage/Etcd/EtcdGateway.swift", "Double.random(in: 0.5...1)"),
        ("12 seconds", "Data/Storage/Etcd/EtcdLocation.swift", "cluster: Duration = .seconds(12)"),
    ])
    func everyTimeIsThatOfTheSource(_ words: String, _ path: String, _ source: String) throws {
        #expect(page.split { $0.isWhitespace }.joined(separator: " ").contains(words), "the page")
        #expect(try Self.text(of: path).contains(source), "\(path)")
    }

    /// The script fails if the program says something else than the page.
    @Test func theTranscriptsAreWhatTheProgramSays() async throws {
        let process = Process()
        process.executableURL = Self.root.appending(path: "Tests/EndToEnd/two-processes.sh")
        process.arguments = [try builtProgram("bookshelf").path]
        let outcome = try await CommandLineProgram().run(process)
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.messages)")
    }
}
