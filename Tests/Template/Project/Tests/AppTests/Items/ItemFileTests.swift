import Domain
import FileTestSupport
import TestSupport
import TestTraits
import Testing

@testable import App

/// `import` and `export`.
@Suite(.fewAtATime, .endsIfItHangs)
struct ItemFileTests {
    private let program: CommandLineProgram
    private let name = ItemField.sampleName.rawValue

    init() throws { program = try CommandLineProgram() }

    private typealias Outcome = CommandLineProgram.Outcome

    private func listed() async throws -> String { try await program.items("list", "--json").output }

    /// A list in CSV with the name, and each other required field of example number 1.
    private func csv(_ names: [String]) -> String {
        let others = ItemField.allCases.filter { !$0.isOptional && $0 != .sampleName }
        let titles = ([name] + others.map(\.rawValue)).joined(separator: ",")
        let rows = names.map { ([$0] + others.map { $0.example(1).text }).joined(separator: ",") }
        return ([titles] + rows).joined(separator: "\n") + "\n"
    }

    @Test(arguments: [
        ("list.csv", []), ("list.JSON", []), ("list", ["--format", "csv"]), ("list", ["--format", "json"]),
    ])
    func whatIsExportedCanBeImported(_ file: String, _ options: [String]) async throws {
        for n in 1...2 { try await program.addItem(n, "a \"b\", \(n);") }
        let before = try await listed()
        let exported = try await program.run(CommandLineProgram.itemsLine(["export", file] + options))
        #expect(exported == Outcome(messages: "Wrote 2 items to \(file).\n"))
        let isJSON = try program.file(file).text().hasPrefix("[")
        #expect(isJSON == (options.last == "json" || file.hasSuffix("JSON")))
        try program.journal.remove()
        try await program.addItemTargets(1, 2)
        let imported = try await program.items("import", file)
        #expect(imported == Outcome(messages: "Added 2 items; 0 updated, 0 skipped, 0 rejected.\n"))
        #expect(try await listed() == before)
    }

    @Test func exportWritesToStandardOutput() async throws {
        let id = try await program.addItem(1)
        let lines = try await program.items("export").output.split(whereSeparator: \.isNewline)
        #expect(lines.map { $0.prefix { $0 != "," } } == ["id", id[...]])
        let json = CommandLineProgram.itemJSON(id) { $0.example(1) }
        #expect(try await program.items("export", "-", "--format", "json").output == "[\n\(json)\n]\n")
    }

    @Test func exportReplacesNoFileOfTheLibrary() async throws {
        try await program.addItem(1)
        let before = try program.journal.bytes()
        // Those that are missing, too.
        for name in ["library.jsonl", "library.json", "settings.json"] {
            #expect(try await program.items("export", program.libraryFile(name).path).status == 64, "\(name)")
        }
        #expect(try program.journal.bytes() == before)
    }

    @Test func importingAgainAddsNothing() async throws {
        try await program.addItemTargets(1)
        try program.file("list.csv").write(csv(["Opal", "Ámbar"]))
        #expect(try await program.items("import", "list.csv").messages.hasPrefix("Added 2 items;"))
        let before = try await listed()
        let again = try await program.items("import", "list.csv", "--json", "--quiet")
        #expect(again == Outcome(output: "{\"added\":0,\"updated\":0,\"skipped\":2,\"rejected\":0}\n"))
        #expect(try await listed() == before)
    }

    @Test func onlyWithUpdateItemsAreChanged() async throws {
        let id = try await program.addItem(1)
        let list = "[{\"id\":\"\(id)\"" + csv(["New"]).json.dropFirst(2)
        #expect(try await program.items("import", "-", input: list).messages.contains(" 0 updated, 1 skipped"))
        #expect(try await program.itemNames() == ["Sample 1"])
        let updated = try await program.items("import", "-", "--update", input: list)
        #expect(updated.messages.contains("Added 0 items; 1 updated, 0 skipped"))
        #expect(try await program.itemNames() == ["New"])
    }

    @Test func aWrongRowIsNamedAndTheOthersAreImported() async throws {
        try await program.addItemTargets(1)
        let list = "id," + csv(["x"]).split(separator: "\n")[0] + "\n"
        let rows = csv(["Opal", " ", "Jet"]).split(separator: "\n").dropFirst()
        let lines = ["," + rows[1], "000000000009," + rows[2], "7," + rows[3], "," + rows[3]]
        let input = list + lines.joined(separator: "\n")
        let outcome = try await program.items("import", "-", input: input)
        #expect(outcome.status == 65)
        #expect(outcome.messages.contains("line 3 is not a valid item: "))
        #expect(outcome.messages.contains("line 4 is not a valid item: id takes "))
        #expect(outcome.messages.hasSuffix("Added 2 items; 0 updated, 0 skipped, 2 rejected.\n"))
        #expect(try await program.itemNames() == ["Jet", "Opal"])
    }

    @Test func aListThatCantBeReadIsRefused() async throws {
        #expect(try await program.items("import", "nowhere.csv").status == 66)
        #expect(try await program.items("import", "-", input: "").status == 65)
        let unknown = try await program.items("import", "-", input: "\(name),unheard\nOpal,3\n")
        #expect(unknown.status == 65)
        #expect(unknown.messages.contains("line 1: there is no field \"unheard\""))
        #expect(!program.journal.exists)
    }
}

extension String {
    /// The rows of this table as objects of texts.
    fileprivate var json: String {
        let lines = split(separator: "\n").map { $0.split(separator: ",") }
        let rows = lines.dropFirst().map { cells in
            zip(lines[0], cells).map { ",\"\($0)\":\"\($1)\"" }.joined()
        }
        return "[{" + rows.map { $0 + "}" }.joined(separator: ",{") + "]"
    }
}
