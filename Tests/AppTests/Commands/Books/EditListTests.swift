import Foundation
import TestTraits
import Testing

/// `edit --from`, which changes each book of a list.
@Suite(.fewAtATime, .endsIfItHangs)
struct EditListTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    private typealias Outcome = CommandLineProgram.Outcome

    private func addBooks() async throws {
        let rows = "title,authors,shelves\nA,X,old\nB,X,old\nC,X,new\n"
        try await bookshelf.run("import", "-", input: rows)
    }

    private func ids() async throws -> [String] {
        try await bookshelf.runExactly(["list", "--columns", "id"]).output.split(separator: "\n").map(String.init)
    }

    private func shelves() async throws -> String {
        try await bookshelf.run("list", "--columns", "title,shelves").output
    }

    @Test func eachBookOfWhatListPrintsIsChanged() async throws {
        try await addBooks()
        for format in ["--json", "--quiet"] {
            let line = #""$0" list --shelf old \#(format) | "$0" edit --from - --remove-shelf old --yes"#
            let outcome = try await bookshelf.run(bookshelf.shell(line))
            #expect(outcome.status == 0 && outcome.messages == "Changed 2 of 2 books.\n")
            #expect(outcome.output.split(separator: "\n").count == 2)
            #expect(try await shelves() == "A\t\nB\t\nC\tnew\n")
            // One change, taken back as a whole.
            try await bookshelf.run("undo", "--yes")
            #expect(try await shelves() == "A\told\nB\told\nC\tnew\n")
        }
    }

    @Test func identifiersOneOnALine() async throws {
        try await addBooks()
        let ids = try await ids()
        _ = try bookshelf.file("list", "\n\(ids[2])\r\n  \(ids[0])\n\(ids[2])\n\n")
        let outcome = try await bookshelf.run("edit", "--from", "list", "--shelf", "new", "--yes", "--json")
        #expect(outcome.messages == "Changed 1 of 2 books.\n")
        #expect(
            outcome.output.matches(of: /"title":"[A-C]"/).map { String($0.0.dropFirst(9).prefix(1)) } == ["C", "A"])
        #expect(try await shelves() == "A\told; new\nB\told\nC\tnew\n")
    }

    /// A list without rows prints nothing in a pipe, and an empty array with `--json`.
    @Test(arguments: ["", "[]"]) func anEmptyListChangesNothing(_ list: String) async throws {
        #expect(
            try await bookshelf.run("edit", "--from", "-", "--rating", "5", input: list)
                == Outcome(messages: "Changed 0 of 0 books.\n"))
    }

    @Test func aLentBookIsPrintedWithItsLoan() async throws {
        try await addBooks()
        try await bookshelf.run("lend", "a", "--to", "Ana", "--due", "2999-12-01")
        let list = try await bookshelf.runExactly(["list", "--json"]).output
        let edited = try await bookshelf.run("edit", "--from", "-", "--rating", "5", "--yes", "--json", input: list)
        #expect(edited.output.matches(of: /"lentTo":"Ana","due":"2999-12-01"/).count == 1)
        #expect(edited.output == (try await bookshelf.run("list", "--json").output))
    }

    @Test(arguments: [
        ("\"0000000000zz\"", "there is no book with the identifier \"\"0000000000zz\"\""),
        ("0000000000zz", "there is no book with the identifier \"0000000000zz\""),
    ])
    func oneThatIsNotThereRefusesTheWholeList(_ line: String, _ reason: String) async throws {
        try await addBooks()
        let before = try await bookshelf.run("list", "--json")
        let lines = try await ids().joined(separator: "\n") + "\n\(line)\n"
        #expect(
            try await bookshelf.runExactly(["edit", "--from", "-", "--rating", "5", "--yes"], input: Data(lines.utf8))
                == Outcome(messages: "bookshelf: can't use standard input, line 4: \(reason)\n", status: 65))
        let json = try await bookshelf.runExactly(["list", "--json"]).output.replacing("]\n", with: ",\n{\"id\":7}]")
        #expect(
            try await bookshelf.runExactly(["edit", "--from", "-", "--rating", "5", "--yes"], input: Data(json.utf8))
                == Outcome(
                    messages: "bookshelf: can't use standard input, line 2: it is no object with a text \"id\"\n",
                    status: 65))
        #expect(try await bookshelf.run("list", "--json") == before)
    }

    @Test func aRuleRefusesTheWholeList() async throws {
        try await addBooks()
        let (before, list) = (try await bookshelf.run("list", "--json"), try await ids().joined(separator: "\n"))
        let refused = try await bookshelf.run("edit", "--from", "-", "--isbn", "9780441172719", "--yes", input: list)
        #expect(refused.status == 1 && refused.messages.contains("the library already has ISBN 9780441172719"))
        #expect(try await bookshelf.run("list", "--json") == before)
    }

    @Test func withoutATerminalItNeedsYes() async throws {
        try await addBooks()
        let list = try await ids()[0]
        let refused = try await bookshelf.run("edit", "--from", "-", "--rating", "5", input: list)
        let reason = "bookshelf: nothing was changed; with --yes this would change 1 book:\n  \"A\" by X (#)\n"
        #expect(refused == Outcome(messages: reason, status: 1))
        #expect(try await bookshelf.run("list", "--rating", "5").output.isEmpty)
    }

    @Test(arguments: [true, false]) func onATerminalItAsksFirst(changes: Bool) async throws {
        let rows = "title,authors\n" + (1...22).map { "Book \($0),X\n" }.joined()
        try await bookshelf.run("import", "-", input: rows)
        _ = try bookshelf.file("list", try await bookshelf.runExactly(["list"]).output)
        let terminal = try bookshelf.onTerminal(["edit", "--from", "list", "--rating", "5"], lines: 30)
        try await terminal.until { $0.text.contains("Change 22 books? [y/N]") && $0.text.contains("and 2 more") }
        await terminal.type(changes ? "y\n" : "\n")
        #expect(try await terminal.end() == .status(changes ? 0 : 1))
        let rated = try await bookshelf.run("list", "--rating", "5").output
        #expect(rated.split(separator: "\n").count == (changes ? 22 : 0))
    }

    @Test func aListOfNoBooksChangesNone() async throws {
        try await addBooks()
        #expect(
            try await bookshelf.run("edit", "--from", "-", "--rating", "5", "--json", input: "[]\n")
                == Outcome(output: "[]\n", messages: "Changed 0 of 0 books.\n"))
    }

    @Test func itTakesABookOrAList() async throws {
        #expect(try await bookshelf.run("edit", "--rating", "5").messages.contains("edit needs <book>"))
        let both = try await bookshelf.run("edit", "dune", "--from", "-", "--rating", "5")
        #expect(both.status == 64 && both.messages.contains("--from and <book> exclude each other"))
        #expect(try await bookshelf.run("edit", "--from", "missing", "--rating", "5").status == 66)
    }
}
