import Domain
import FileTestSupport
import TestSupport
import TestTraits
import Testing

@testable import App

/// What `list` prints.
@Suite(.fewAtATime, .endsIfItHangs)
struct ItemListingTests {
    private let program: CommandLineProgram

    init() throws { program = try CommandLineProgram() }

    /// Names descend where the other values ascend.
    private func addThree() async throws {
        for (n, name) in ["Veined opal", "Opal", "Ámbar"].enumerated() { try await program.addItem(n + 1, name) }
    }

    @Test func itemsAreSortedByAnyField() async throws {
        try await addThree()
        for field in ItemField.sampled where field != .sampleName && field.kind.fewNumbers == nil {
            if case .choice = field.kind.form { continue }
            if field.kind.form == .flag { continue }
            let names = try await program.itemNames("--sort", field.rawValue)
            #expect(names == ["Veined opal", "Opal", "Ámbar"], "\(field)")
            #expect(try await program.itemNames("--reverse", "--sort", field.rawValue) == names.reversed())
        }
        let names = try await program.itemNames("--sort", ItemField.sampleName.rawValue)
        #expect(names == ["Ámbar", "Opal", "Veined opal"])
    }

    @Test func columnsAreChosen() async throws {
        let id = try await program.addItem(1)
        let name = ItemField.sampleName.rawValue
        let outcome = try await program.items("list", "--columns", "\(name.uppercased()),id")
        #expect(outcome.output == "Sample 1\t\(id)\n")
        let json = try await program.items("list", "--columns", name, "--json")
        #expect(json.output == "[{\"\(name)\":\"Sample 1\"}]\n")
        let unknown = try await program.items("list", "--columns", "unheard")
        #expect(unknown.status == 64 && unknown.messages.contains("unheard"))
    }

    @Test func jsonHasEachField() async throws {
        let ids = [try await program.addItem(1), try await program.addItem(2)]
        let outcome = try await program.items("list", "--json")
        let objects = ids.enumerated().map { n, id in CommandLineProgram.itemJSON(id) { $0.example(n + 1) } }
        #expect(outcome == CommandLineProgram.Outcome(output: "[\(objects.joined(separator: ","))]\n"))
    }

    /// For people, a table; the first columns are the identifier and the name, or a field before it.
    @Test func aTableHasTitles() async throws {
        let id = try await program.addItem(1)
        let outcome = try await program.run(
            CommandLineProgram.itemsLine(["list", "--color", "always"]), variables: ["COLUMNS": "2000"])
        let lines = outcome.output.split(separator: "\n")
        try #require(lines.count == 2)
        for field in ItemField.sampled where field.kind.target == nil && field.kind.form != .flag {
            #expect(lines[0].contains(field.rawValue.inWords))
            #expect(lines[1].contains(field.example(1).text))
        }
        #expect(lines[1].contains(id))
    }
}
