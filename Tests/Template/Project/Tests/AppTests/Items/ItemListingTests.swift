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

    @Test func anEmptyListSaysHowToAdd() async throws {
        let outcome = try await program.items("list")
        #expect(outcome.status == 0)
        #expect(outcome.output == "")
        #expect(outcome.messages.contains("\(Bookshelf.name) "))
        #expect(try await program.items("list", "--json", "--quiet").output == "[]\n")
        #expect(!program.journal.exists)
    }

    @Test func itemsAreSortedByName() async throws {
        try await addThree()
        #expect(try await program.itemNames() == ["Ámbar", "Opal", "Veined opal"])
        #expect(try await program.itemNames("--reverse") == ["Veined opal", "Opal", "Ámbar"])
    }

    @Test func itemsAreSortedByAnyField() async throws {
        try await addThree()
        for field in ItemField.allCases where field != .sampleName {
            switch field.kind.form {
            case .flag, .choice: continue
            default: break
            }
            let names = try await program.itemNames("--sort", field.rawValue)
            #expect(names == ["Veined opal", "Opal", "Ámbar"], "\(field)")
            #expect(try await program.itemNames("--reverse", "--sort", field.rawValue) == names.reversed())
        }
        let names = try await program.itemNames("--sort", ItemField.sampleName.rawValue)
        #expect(names == ["Ámbar", "Opal", "Veined opal"])
    }

    @Test func wordsAreFoundWhateverTheirCaseAndAccents() async throws {
        try await addThree()
        #expect(try await program.itemNames("OPAL") == ["Opal", "Veined opal"])
        #expect(try await program.itemNames("opal", "veined") == ["Veined opal"])
        #expect(try await program.itemNames("ambar") == ["Ámbar"])
        let none = try await program.items("list", "obsidian")
        #expect(none == CommandLineProgram.Outcome(messages: "No items found.\n"))
    }

    @Test func aPartOfTheListIsPrinted() async throws {
        try await addThree()
        #expect(try await program.itemNames("--limit", "2") == ["Ámbar", "Opal"])
        #expect(try await program.itemNames("--offset", "1", "--limit", "1") == ["Opal"])
        #expect(try await program.itemNames("--offset", "2") == ["Veined opal"])
        #expect(try await program.items("list", "--limit", "1").messages == "1 of 3 items.\n")
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

    @Test(arguments: [["--sort", "unheard"], ["--where", "unheard:1"], ["--limit", "some"], ["--unheard"]])
    func whatIsUnknownIsRefused(_ options: [String]) async throws {
        let outcome = try await program.run(CommandLineProgram.itemsLine(["list"] + options))
        #expect(outcome.status == 64)
        #expect(outcome.messages.contains("\(options.last ?? "")"))
    }

    /// For people, a table; the first columns are the identifier and the name, or a field before it.
    @Test func aTableHasTitles() async throws {
        let id = try await program.addItem(1)
        let outcome = try await program.run(
            CommandLineProgram.itemsLine(["list", "--color", "always"]), variables: ["COLUMNS": "2000"])
        let lines = outcome.output.split(separator: "\n")
        try #require(lines.count == 2)
        for field in ItemField.allCases where field.kind.target == nil && field.kind.form != .flag {
            #expect(lines[0].contains(field.option.replacing("-", with: " ")))
            #expect(lines[1].contains(field.example(1).text))
        }
        #expect(lines[1].contains(id))
    }
}
