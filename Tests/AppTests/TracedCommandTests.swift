import Data
import Domain
import Foundation
import Presentation
import Storage
import StorageTestSupport
import TestTraits
import Testing

@testable import App

/// `--trace`, which prints each call between layers.
@Suite(.fewAtATime, .endsIfItHangs)
struct TracedCommandTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    @Test func nothingElseChanges() async throws {
        try await bookshelf.addDune()
        for arguments in [["list", "--json", "--quiet"], ["show", "dune"], ["lend", "emma", "--to", "Ana"]] {
            let plain = try await bookshelf.runExactly(arguments)
            let traced = try await bookshelf.runExactly(arguments + ["--trace"])
            #expect(traced.output == plain.output && traced.status == plain.status)
            #expect(traced.messages.untraced == plain.messages && traced.messages.crossings.count >= 4)
        }
    }

    @Test func anErrorIsNamedByItsTypeInEachLayer() async throws {
        try await bookshelf.addDune()
        let outcome = try await bookshelf.run("add", "X", "--author", "Y", "--isbn", "9780441172719", "--trace")
        #expect(outcome.status == 1)
        #expect(
            outcome.messages.crossings.filter { $0.contains("←") } == [
                "  Domain ← Data  error Domain.LibraryError",
                "App ← Domain  error Domain.LibraryError",
            ])
        try await bookshelf.run("add", "Emma", "--author", "Jane Austen", "--directory", "damaged")
        _ = try bookshelf.file("damaged/library.jsonl", "Dear Ana,\n")
        #expect(
            try await bookshelf.run("list", "--directory", "damaged", "--trace").messages.crossings.suffix(3) == [
                "    Data → Storage  Storage.RecordStore.news(of:since:)",
                "    Data ← Storage  error Storage.StorageError",
                "  Presentation ← Data  error Domain.LibraryError",
            ])
    }

    @Test func theManualShowsLinesOfATrace() async throws {
        try await bookshelf.addDune()
        let trace = try await bookshelf.run("--trace", "show", "dune").messages
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let manual = try String(contentsOf: root.appending(path: "App/App.docc/Manual.md"), encoding: .utf8)
        let lines = manual.crossings
        #expect(lines.count >= 3 && trace.crossings.joined(separator: "\n").contains(lines.joined(separator: "\n")))
    }

    /// Every line has nothing but names of layers, types and functions.
    @Test func noLineHasContentsOrSecrets() async throws {
        let name = #/(?:App|Domain|Data|Presentation|Storage)/#
        let operation =
            #/(?:work of |value of |error )?(?:Domain|Data|Presentation|Storage)\.[A-Za-z<>]+(?:\.[a-z]\w*(?:\([A-Za-z_:]*\))?)?/#
        _ = try bookshelf.file("list.csv", "title,authors\nmansfield,Jane Austen\n")
        // A catalogue that nobody serves.
        try await bookshelf.run("settings", "set", "catalog", "http://127.0.0.1:1/hush")
        let commands =
            Demo.tour.map(\.1) + [
                ["import", "list.csv"], ["export", "books.csv"], ["backup", "library.backup"],
                ["restore", "library.backup", "--directory", "other"], ["people", "rename", "Ben", "ana"],
                ["people", "remove", "ana"], ["settings", "set", "sort", "author"], ["settings"], ["repair"], ["demo"],
                ["add", "Emma", "--author", "Jane Austen"],
                ["merge", "emma", "--into", "mansfield"], ["compare", "library.backup"],
                ["shelves"], ["shelves", "rename", "classics", "hush"], ["shelves", "remove", "hush"],
                ["extend", "emma"], ["edit", "--from", "list.csv", "--yes"],
                ["stats", "--by", "month"],
                ["remove", "middlemarch", "--yes"], ["undo", "--yes"], ["undo", "--yes"],
                ["edit", "mansfield", "--notes", "hush"],
                ["list", "--store", "etcd://127.0.0.1:1/hush"],
            ]
        let secrets = ["BOOKSHELF_ETCD_USER": "hush", "BOOKSHELF_ETCD_PASSWORD": "hush"]
        for command in commands {
            let lines = try await bookshelf.runExactly(command + ["--trace"], variables: secrets).messages.crossings
            #expect(lines.count >= 2, "\(command)")
            for line in lines {
                let parts = line.drop { $0 == " " }.split(separator: "  ", maxSplits: 1)
                let layers = parts[0].split(separator: " ")
                #expect(layers.count == 3 && ["→", "←"].contains(layers[1]), "\(line)")
                #expect(layers[0].wholeMatch(of: name) != nil && layers[2].wholeMatch(of: name) != nil, "\(line)")
                #expect(parts[1].wholeMatch(of: operation) != nil, "\(line)")
            }
        }
    }

    /// `Traced` has this only if what it wraps has it.
    @Test func onlyAJournalCanBeRepaired() async throws {
        try await bookshelf.addDune()
        let path = ".local/share/bookshelf/library.jsonl"
        _ = try bookshelf.file(path, try bookshelf.contents(of: path).replacing("Dune", with: "Dun3"))
        let repair = try await bookshelf.run("repair", "--trace")
        #expect(repair.status == 0 && repair.output.contains("lost at line 2"))
        #expect(
            repair.messages.crossings.contains {
                $0.hasSuffix("Storage.RecordStore.repair(acceptingEdits:tidying:saving:)")
            })
        #expect(try await bookshelf.run("repair", "--store", "memory", "--trace").status == 64)
    }

    @Test func aClosedPipeOfMessagesEndsNothing() async throws {
        let line = #"{ "$0" add Dune --author "Frank Herbert" --trace >books; echo $? >status; } 2>&1 | true"#
        #expect(try await bookshelf.run(bookshelf.shell(line)).status == 0)
        #expect(try bookshelf.contents(of: "status") == "0\n")
        #expect(try bookshelf.contents(of: "books").contains("\tDune\t"))
    }

    /// The shell would show it at the line that is being typed.
    @Test func completingIsNotTraced() async throws {
        try await bookshelf.addDune()
        let outcome = try await bookshelf.runExactly(["completions", "bash", "bookshelf --trace show du"])
        #expect(outcome.output.contains("Dune") && outcome.messages.isEmpty)
        let options = try await bookshelf.runExactly(["completions", "bash", "bookshelf list --tra"])
        #expect(options.output.contains("--trace"))
    }

    @Test func theLinesOfTheFullScreenViewComeAfterIt() async throws {
        try await bookshelf.addDune()
        let terminal = try bookshelf.onTerminal(["--trace"], columns: 120, lines: 60)
        try await terminal.until { $0.isFullScreen && $0.text.contains("Dune") && $0.text.contains("q quit") }
        #expect(!terminal.screen.text.contains("µs"))
        await terminal.type("q")
        #expect(try await terminal.end() == .status(0))
        let lines = terminal.screen.text.crossings
        #expect(lines.contains("App → Presentation  Presentation.ListViewModel<Book>.observe"))
        #expect(lines.contains("  Presentation → Data  Domain.Library.observe()"))
        #expect(lines.contains("    Data ← Storage  value of Storage.RecordStore.observe(_:)"))
        #expect(!lines.contains { $0.contains("App → Data") })
    }

    /// A line would come between the titles and the books.
    @Test func watchClearsNoTerminal() async throws {
        try await bookshelf.addDune()
        let terminal = try bookshelf.onTerminal(["watch", "--trace"], columns: 120, lines: 60)
        try await terminal.until { $0.text.contains("Dune") && $0.text.contains("value of Domain.Library.observe()") }
        #expect(terminal.screen.text.contains("Presentation.LibraryContent<Content>.load"))
        terminal.send(SIGINT)
        #expect(try await terminal.end() == .status(0))
    }

    @Test func withoutItNothingIsWrapped() {
        let library = StoredLibrary.inMemory()
        let environment = AppEnvironment().with(library).with(\.settings, MemoryKeyValueStore())
        #expect(environment.library is StoredLibrary && environment.maintenance is StoredLibrary)
        #expect(environment.settings is MemoryKeyValueStore)
        #expect(environment.preferences is KeyValuePreferences)
    }

    /// A port that is forgotten here would be missing from every trace.
    @Test func withItEveryPortIsWrapped() {
        let trace = Trace { _ in }
        let environment = AppEnvironment.demo(trace)
        #expect(environment.library is Traced<StoredLibrary> && environment.maintenance is Traced<StoredLibrary>)
        #expect(environment.settings is Traced<MemoryKeyValueStore>)
        #expect(environment.preferences is Traced<KeyValuePreferences>)
    }

    /// App calls each use case, and each action of a view model, through the session.
    @Test func everyUseCaseIsRecorded() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        func files(_ folder: String) throws -> [String: String] {
            let paths = FileManager.default.subpaths(atPath: root.appending(path: folder).path) ?? []
            return try Dictionary(
                uniqueKeysWithValues: paths.filter { $0.hasSuffix(".swift") }.map { path in
                    (path, try String(contentsOf: root.appending(path: "\(folder)/\(path)"), encoding: .utf8))
                })
        }
        let useCases = try files("Domain").filter { $0.value.contains("public init(_ context: UseCaseContext") }.keys
            .map { ($0.split(separator: "/").last ?? "").dropLast(".swift".count) }
        try #require(useCases.count >= 5)
        var calls = 0
        for (path, text) in try files("App/Commands") {
            for useCase in useCases where text.contains(try Regex("\(useCase)(<\\w+>)?\\(")) {
                let isRecorded = text.contains(try Regex("session\\.call\\(\\s*\(useCase)(<\\w+>)?\\.self"))
                #expect(isRecorded, "\(path) calls \(useCase)")
                calls += 1
            }
        }
        #expect(calls >= 5)
    }
}

extension String {
    /// The lines that are not of a trace.
    fileprivate var untraced: String { replacing(/(?m)^ *\d+ µs  .*\n/, with: "") }
}

extension String {
    /// The lines of a trace, without the times.
    var crossings: [String] {
        split(separator: "\n").compactMap { line in
            line.firstMatch(of: /^ *\d+ µs  (.*)$/).map { String($0.1) }
        }
    }
}
