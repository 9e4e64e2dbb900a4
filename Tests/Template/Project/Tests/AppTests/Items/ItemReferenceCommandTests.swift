import Domain
import FileTestSupport
import TestSupport
import TestTraits
import Testing

@testable import App

/// How people refer to other entities, and what becomes of those.
@Suite(.fewAtATime, .endsIfItHangs)
struct ItemReferenceCommandTests {
    private let program: CommandLineProgram
    private static let references = ItemField.allCases.filter { $0.kind.target != nil }

    init() throws { program = try CommandLineProgram() }

    /// The word before the commands of what a field refers to.
    private func group(_ field: ItemField) -> [String] {
        let group: String? =
            switch field {
            case .sampleLink: SampleTarget.words.group
            case .sampleTie: SampleTarget.words.group
            default: nil
            }
        return group.map { [$0] } ?? []
    }

    /// The name of what example number `n` of the field refers to.
    private func name(_ field: ItemField, _ n: Int) throws -> String {
        "Sample \(try #require(Int(field.example(n).text)))"
    }

    @Test(arguments: references) func aNameIsEnough(_ field: ItemField) async throws {
        let id = try await program.addItem(1)
        try await program.addItemTargets(2)
        let outcome = try await program.items("edit", id, "--\(field.option)", name(field, 2), "--json")
        #expect(outcome.output.contains("\"\(field.rawValue)\":\(field.example(2).json)"))
    }

    @Test(arguments: references) func whatIsUnknownIsNamed(_ field: ItemField) async throws {
        let id = try await program.addItem(1)
        let outcome = try await program.items("edit", id, "--\(field.option)", "green")
        #expect(outcome.status == 1)
        #expect(outcome.messages.contains("\"green\""))
    }

    /// As `add` says it.
    @Test(arguments: references) func aListRefersByName(_ field: ItemField) async throws {
        let id = try await program.addItem(1)
        try await program.addItemTargets(2)
        let rows = [try name(field, 2), "green", "sample"].map { "\n\(id),\($0)" }.joined()
        let outcome = try await program.items("import", "-", "--update", input: "id,\(field.rawValue)\(rows)\n")
        #expect(outcome.status == 65)
        #expect(outcome.messages.contains("1 updated, 0 skipped, 2 rejected"))
        for (line, name) in [(3, "green"), (4, "sample")] {
            let edit = try await program.items("edit", id, "--\(field.option)", name)
            let reason = edit.messages.prefix { $0 != ";" && $0 != "\n" }.drop { $0 != ":" }
            #expect(outcome.messages.contains("line \(line) is not a valid item\(reason)"))
        }
        #expect(try await program.items("show", id, "--json").output.contains(field.example(2).json))
    }

    @Test(arguments: references) func namesAreCompleted(_ field: ItemField) async throws {
        try await program.addItemTargets(1)
        let line = [Bookshelf.name] + CommandLineProgram.itemsLine(["edit", "x", "--\(field.option)", ""])
        let outcome = try await program.run(["completions", "fish", line.joined(separator: " ")])
        #expect(try outcome.output.contains(name(field, 1)))
    }

    /// People see names, programs identifiers.
    @Test(arguments: references) func listsNameWhatIsReferredTo(_ field: ItemField) async throws {
        let id = try await program.addItem(1)
        let list = CommandLineProgram.itemsLine(["list", "--columns", field.rawValue])
        let table = try await program.run(list + ["--color", "always"], variables: ["COLUMNS": "2000"])
        #expect(try table.output.contains(name(field, 1)))
        #expect(!table.output.contains(field.example(1).text))
        #expect(try await program.run(list).output == "\(field.example(1).text)\n")
        let shown = CommandLineProgram.itemsLine(["show", id])
        #expect(try await program.run(shown + ["--color", "always"]).output.contains(name(field, 1)))
        #expect(try await program.run(shown).output.contains("\t\(field.example(1).text)\n"))
    }

    @Test(arguments: references) func whatIsReferredToStays(_ field: ItemField) async throws {
        let id = try await program.addItem(1, "Opal")
        let target = try name(field, 1)
        let removal = group(field) + ["remove", field.example(1).text, "--yes"]
        let refused = try await program.run(removal)
        #expect(refused.status == 1)
        #expect(refused.messages.contains("\"\(target)\" can't be removed: \"Opal\" refers to it"))
        try await program.items("remove", id, "--yes")
        #expect(try await program.run(removal).messages.hasPrefix("Removed \"\(target)\""))
    }
}
