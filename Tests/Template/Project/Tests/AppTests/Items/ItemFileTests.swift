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
        let others = ItemField.sampled.filter { !$0.isOptional && $0 != .sampleName }
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
        #expect(exported.status == 0)
        // Others may be left out.
        #expect(exported.messages.hasPrefix("Wrote 2 items to \(file).\n"))
        let isJSON = try program.file(file).text().hasPrefix("[")
        #expect(isJSON == (options.last == "json" || file.hasSuffix("JSON")))
        try program.journal.remove()
        try await program.addItemTargets(1, 2)
        let imported = try await program.items("import", file)
        #expect(imported == Outcome(messages: "Added 2 items; 0 updated, 0 skipped, 0 rejected.\n"))
        #expect(try await listed() == before)
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
}
