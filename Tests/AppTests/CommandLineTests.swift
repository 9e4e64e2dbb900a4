import Foundation
import StorageTestSupport
import TestTraits
import Testing

@testable import App

/// What holds for all commands; the demo, and exports.
@Suite(.fewAtATime, .endsIfItHangs)
struct CommandLineTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    private typealias Outcome = CommandLineProgram.Outcome

    /// `add` is in another test.
    @Test func everyChangeIsPrintedAsJSON() async throws {
        try await bookshelf.addDune()
        let dune = """
            {"id":"#","title":"Dune","authors":["Frank Herbert"],"isbn":"9780441172719","status":"to-read",\
            "rating":5,"favorite":false,"shelves":["Science fiction"],"added":"today"}
            """
        #expect(
            try await bookshelf.run("edit", "dune", "--rating", "5", "--json")
                == Outcome(output: dune + "\n", messages: "Changed \"Dune\".\n"))
        #expect(try await bookshelf.run("remove", "dune", "--yes", "--json").output == "[\(dune)]\n")
        #expect(
            try await bookshelf.run("settings", "set", "sort", "author", "--json").output
                == #"{"key":"sort","value":"author","chosen":true}"# + "\n")
        #expect(
            try await bookshelf.run("settings", "unset", "sort", "--json").output
                == #"{"key":"sort","value":"title","chosen":false}"# + "\n")
    }

    @Test func theStoreInMemorySaysThatItKeepsNothing() async throws {
        let warning = "bookshelf: the store \"memory\" keeps nothing: this change is lost when the program ends\n"
        let memory = ["--store", "memory"]
        let added = try await bookshelf.runExactly(["add", "Dune", "--author", "X"] + memory)
        #expect(added.messages.hasPrefix(warning + "Added \"Dune\""))
        let books = try bookshelf.file("books.csv", "title,authors\nDune,X\nEmma,Y\n")
        #expect(try await bookshelf.runExactly(["import", books] + memory).messages.hasPrefix(warning + "Added 2"))
        let quiet = try await bookshelf.runExactly(["add", "Dune", "--author", "X", "--quiet"] + memory)
        #expect(quiet.messages.isEmpty)
        for reading in [["list"], ["import", books, "--dry-run"], ["stats"], ["loans"]] {
            #expect(
                !(try await bookshelf.runExactly(reading + memory).messages.contains("keeps nothing")), "\(reading)")
        }
    }

    /// A link to nothing, and a relative path where the working directory was deleted.
    @Test(arguments: [["list"], ["add", "Dune", "--author", "X"], ["settings", "set", "sort", "author"], ["stats"]])
    func aDirectoryOutOfReachIsAnError(_ command: [String]) async throws {
        try FileManager.default.createSymbolicLink(
            atPath: bookshelf.directory.path + "/link", withDestinationPath: "nowhere")
        for directory in ["link", "link/a/b"] {
            let outcome = try await bookshelf.runExactly(command + ["--directory", directory])
            #expect(outcome.status == 74)
            #expect(outcome.messages.hasPrefix("bookshelf: can't ") && outcome.messages.contains(directory + "/"))
        }
        let line = #"mkdir gone && cd gone && rmdir ../gone && exec "$0" "$@""#
        let outcome = try await bookshelf.run(try bookshelf.shell(line, command + ["--directory", "books"]))
        #expect(outcome.status == 74)
        #expect(outcome.messages == "bookshelf: can't find books: the current directory was deleted\n")
    }

    @Test func anArgumentThatIsNotUTF8IsRefused() async throws {
        let outcome = try await bookshelf.run(
            try bookshelf.shell(#"exec "$0" add "$(printf 'Caf\351')" --author X"#))
        #expect(outcome.status == 64)
        #expect(outcome.messages.hasPrefix("bookshelf: the argument \"Caf\u{FFFD}\" is not UTF-8\n"))
        #expect(try await bookshelf.run("list", "--json").output == "[]\n")
    }

    @Test func aFolderThatIsNotUTF8IsRefused() async throws {
        let outcome = try await bookshelf.run(
            try bookshelf.shell(#"HOME="$(printf 'Caf\351')" exec "$0" add Emma --author X"#))
        #expect(outcome.status == 74)
        let folder = "Caf\u{FFFD}/.local/share/bookshelf"
        #expect(outcome.messages == "bookshelf: can't use \(folder): its name is not UTF-8\n")
    }

    /// The program's own path may have any bytes.
    @Test func theProgramMayBeInAnyFolder() async throws {
        let line = #"mkdir "$(printf 'Caf\351')" && (cd Caf* && ln -s "$0" b) && exec Caf*/b list --json"#
        #expect(try await bookshelf.run(try bookshelf.shell(line)).output == "[]\n")
    }

    @Test func aWrongValueInTheSettingsIsReported() async throws {
        let folder = ["--directory", "my books"]
        _ = try await bookshelf.runExactly(["settings", "set", "color", "never"] + folder)
        _ = try bookshelf.file("my books/settings.json", #"{"color": 7, "sort": null}"#)
        func warning(_ name: String) -> String {
            let remedy = "bookshelf settings unset \(name) --directory 'my books'"
            return "The settings have a wrong value for \(name); \"\(remedy)\" removes it.\n"
        }
        let messages = try await bookshelf.runExactly(["list"] + folder).messages
        #expect(messages.hasPrefix(warning("sort") + warning("color") + "The library is empty"))
        let unset = try await bookshelf.runExactly(["settings", "unset", "sort"] + folder).messages
        #expect(unset == "sort has its default value again.\n")
    }

    @Test func aHintToRepairRepeatsTheDirectory() async throws {
        let library = ["--directory", "my books", "--store", "file"]
        _ = try await bookshelf.runExactly(["add", "Dune", "--author", "X"] + library)
        _ = try bookshelf.file("my books/library.jsonl", "Dear Ana,\n")
        let messages = try await bookshelf.runExactly(["list"] + library).messages
        let repair = "bookshelf repair --directory 'my books' --store file"
        #expect(messages.contains("or let \"\(repair)\" set the damaged file aside"))
        #expect(messages.contains("(\"\(repair) --accept-edits\" also"))
    }

    /// What a power cut may leave of a write. Nothing else that a writer says is printed with `--quiet`.
    @Test func anUnfinishedLineIsReportedAndThenSetAside() async throws {
        let quietly = ["--quiet", "--directory", "shelf"]
        for title in ["Dune", "Emma"] { _ = try await bookshelf.runExactly(["add", title, "--author", "X"] + quietly) }
        let lines = try bookshelf.contents(of: "shelf/library.jsonl").split(separator: "\n")
        try #require(lines.count == 3)
        let unfinished = String(lines[2].dropLast(10))
        _ = try bookshelf.file("shelf/library.jsonl", "\(lines[0])\n\(lines[1])\n\(unfinished)")
        let notice = "bookshelf: shelf/library.jsonl, line 3, was never finished"
        let titles = ["list", "--columns", "title"] + quietly
        let left = Outcome(output: "Dune\n", messages: "\(notice), and is left out\n")
        #expect(try await bookshelf.runExactly(titles) == left)
        let copy = "shelf/library.jsonl.unfinished-1"
        let added = try await bookshelf.runExactly(["add", "Persuasion", "--author", "X"] + quietly)
        #expect(added.status == 0)
        #expect(added.messages.hasSuffix("\(notice); it is kept as \(copy)\n"))
        #expect(try bookshelf.contents(of: copy) == unfinished)
        #expect(try await bookshelf.runExactly(titles) == Outcome(output: "Dune\nPersuasion\n"))
    }

    @Test func demoTouchesNoFile() async throws {
        let outcome = try await bookshelf.run("demo")
        #expect(outcome.status == 0)
        #expect(outcome.messages.isEmpty)
        #expect(outcome.output.contains("$ bookshelf lend middlemarch --to Ana --days 21\nLent \"Middlemarch\" to Ana"))
        #expect(outcome.output.contains("status    read\nrating    5\n"))
        #expect(try FileManager.default.subpathsOfDirectory(atPath: bookshelf.directory.path).isEmpty)
    }

    @Test func helpAndVersion() async throws {
        #expect(try await bookshelf.run("--version") == Outcome(output: "bookshelf 0.1.0\n"))
        let help = try await bookshelf.run("help")
        #expect(help.output.hasPrefix("Examples:\n  bookshelf demo\n"))
        #expect(help == (try await bookshelf.run("--help")))
        #expect(try await bookshelf.run("help", "edit") == (try await bookshelf.run("edit", "-h")))
    }

    /// For other programs, and for reports of mistakes. Only a package names its commit.
    @Test func theVersionAsJSONSaysWhatIsInTheProgram() async throws {
        let output = try await bookshelf.run("--version", "--json").output
        let json = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        #expect(Set(json.keys) == ["name", "version", "formats", "features"])
        #expect(json["name"] as? String == "bookshelf")
        #expect(json["version"] as? String == Bookshelf.version)
        #expect(json["formats"] as? [String: Int] == ["journal": 1, "keyValue": 2, "etcd": 1])
        let features = try #require(json["features"] as? [String])
        let commands = CommandGroup.bookshelf.members.map(\.name)
        #expect(features == commands + ["full-screen"] + ["networking"])
    }

    @Test func anExportIsImportedElsewhere() async throws {
        try await bookshelf.addDune()
        try await bookshelf.run("add", "A \"quoted\", line", "--author", "X", "--author", "Y", "--status", "read")
        #expect(try await bookshelf.run("export", "books.csv") == Outcome(messages: "Wrote 2 books to books.csv.\n"))
        #expect(
            try await bookshelf.run("export", "books.json", "--json", "--quiet")
                == Outcome(output: #"{"file":"books.json","format":"json","books":2}"# + "\n"))
        let before = try await bookshelf.runExactly(["list"])
        for file in ["books.csv", "books.json"] {
            let other = ["--directory", "other-\(file)"]
            let imported = try await bookshelf.runExactly(["import", file, "--json"] + other)
            #expect(
                imported.output
                    == #"{"added":2,"updated":0,"merged":0,"skipped":0,"rejected":0,"warnings":0,"rows":[]}"# + "\n")
            #expect(try await bookshelf.runExactly(["list"] + other) == before)
            let again = try await bookshelf.runExactly(["import", file] + other)
            #expect(again.messages == "Added 0 books; 0 updated, 0 merged, 2 skipped, 0 rejected, 0 warnings.\n")
        }
        let exported = try await bookshelf.runExactly(["export", "--format", "json"])
        #expect(exported.output == (try bookshelf.contents(of: "books.json")))
    }

    /// Lists and exports each describe a book; other programs read both.
    @Test func aBookIsPrintedAsItIsExported() async throws {
        try await bookshelf.run("add", "Emma", "--author", "Jane Austen", "--author", "X")
        try await bookshelf.run(
            "add", "Dune", "--author", "Frank Herbert", "--isbn", "9780441172719", "--status", "read", "--rating", "5",
            "--favorite", "--shelf", "A", "--shelf", "B")
        try await bookshelf.run("lend", "dune", "--to", "Ana")
        try await bookshelf.run("edit", "dune", "--status", "reading")
        try await bookshelf.run("edit", "dune", "--status", "read")
        let printed = try await bookshelf.runExactly(["list", "--json"]).output
        let exported = try await bookshelf.runExactly(["export", "--format", "json"]).output
        for member in ["\"finished\":", "\"lentTo\":", "\"due\":"] { #expect(printed.contains(member)) }
        #expect(exported.replacing("\n", with: "") == printed.replacing("\n", with: ""))
    }
}
