import Data
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
    private static let references = ItemField.sampled.filter { $0.kind.target != nil }

    init() throws { program = try CommandLineProgram() }

    /// The command line that removes what a field refers to. What has no fields has commands of its own.
    private func removal(_ field: ItemField, of name: String) throws -> [String] {
        let target = try #require(field.kind.target).type
        guard let type = target as? any ListedEntity.Type else {
            return [LibrarySchema.bookshelf.noun(of: target).plural, "remove", name]
        }
        return (type.group.map { [$0] } ?? []) + ["remove", name, "--yes"]
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
        let removal = try removal(field, of: target)
        let refused = try await program.run(removal)
        #expect(refused.status == 1)
        #expect(refused.messages.contains("\"\(target)\" can't be removed: \"Opal\" refers to it"))
        try await program.items("remove", id, "--yes")
        #expect(try await program.run(removal).messages.hasPrefix("Removed "))
    }
}

extension ListedEntity {
    fileprivate static var group: String? { words.group }
}
