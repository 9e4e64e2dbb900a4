import Domain
import FileTestSupport
import Foundation
import Presentation
import TestSupport
import TestTraits
import Testing

@testable import App

/// Adding, showing, editing and removing items.
@Suite(.fewAtATime, .endsIfItHangs)
struct ItemCommandTests {
    private let program: CommandLineProgram

    init() throws { program = try CommandLineProgram() }

    private typealias Outcome = CommandLineProgram.Outcome

    @Test func addPrintsTheItem() async throws {
        try await program.addItemTargets(1, 2)
        let outcome = try await program.run(CommandLineProgram.addingItem(1))
        let id = String(outcome.output.prefix(12))
        let values = ItemField.allCases.map { field in
            field.kind.form == .flag ? field.rawValue : ItemField.sampled.contains(field) ? field.example(1).text : ""
        }
        #expect(outcome.output == ([id] + values).joined(separator: "\t") + "\n")
        #expect(outcome.messages == "Added \"Sample 1\" (\(id)).\n")
        let json = try await program.run(CommandLineProgram.addingItem(2) + ["--json", "--quiet"])
        #expect(json.output.hasSuffix(CommandLineProgram.itemJSON("", { $0.example(2) }).dropFirst(7) + "\n"))
        #expect(json.messages == "")
    }

    /// What it refers to need not be there.
    @Test func theExampleLacksNoField() async throws {
        let example = try #require(AddCommand<Item>.syntax.examples.first)
        let outcome = try await program.run(example.split(separator: " ").map(String.init))
        #expect(outcome.status == 0 || outcome.messages.contains("there is no "), "\(outcome.messages)")
        #expect(!outcome.messages.contains(" needs "))
    }

    @Test func addRefusesABlankName() async throws {
        try await program.addItemTargets(1)
        let outcome = try await program.run(CommandLineProgram.addingItem(1, " "))
        #expect(outcome.status == 1)
        #expect(outcome.messages.contains(ItemField.sampleName.words.help))
        #expect(try await program.items("add").status == 64)
        #expect(try await program.itemNames() == [])
    }

    @Test func aWrongValueOfAnOptionIsRefused() async throws {
        for field in ItemField.sampled {
            switch field.kind.form {
            case .number, .decimal, .day, .choice: break
            default: continue
            }
            let outcome = try await program.items("add", "Sample 1", "--\(field.option)", "perhaps")
            #expect(outcome.status == 64)
            #expect(outcome.messages.contains("--\(field.option) can't be \"perhaps\": it takes "))
        }
        #expect(try await program.items("add", "Sample 1", "--unheard").status == 64)
        #expect(!program.journal.exists)
    }

    @Test func showPrintsEachField() async throws {
        let id = try await program.addItem(1)
        let outcome = try await program.items("show", id)
        let lines = ItemField.sampled.map { field in
            let text = field.kind.form == .flag ? "yes" : field.example(1).text
            return "\(field.rawValue.inWords)\t\(text)\n"
        }
        #expect(outcome == Outcome(output: "id\t\(id)\n" + lines.joined()))
        let json = CommandLineProgram.itemJSON(id) { $0.example(1) }
        #expect(try await program.items("show", id, "--json") == Outcome(output: json + "\n"))
    }

    @Test func editChangesOneFieldAfterAnother() async throws {
        let id = try await program.addItem(1)
        try await program.addItemTargets(2)
        var changed: Set<ItemField> = []
        for field in ItemField.sampled {
            changed.insert(field)
            var line = ["edit", id, "--json"] + field.arguments(2)
            // Names are added to those that are there.
            if case .names(let names) = field.example(1).value {
                line += names.flatMap { ["--remove-\(field.option)", $0] }
            }
            let outcome = try await program.run(CommandLineProgram.itemsLine(line))
            let json = CommandLineProgram.itemJSON(id) { $0.example(changed.contains($0) ? 2 : 1) }
            #expect(outcome.output == json + "\n")
        }
    }

    @Test func namesAreAddedAndRemovedOneByOne() async throws {
        let id = try await program.addItem(1)
        for field in ItemField.sampled where field.kind.isList {
            let first = field.example(1).text.split(separator: ";")[0]
            _ = try await program.items("edit", id, "--\(field.option)", "new", "--remove-\(field.option)", "\(first)")
            let outcome = try await program.items("list", "--columns", field.rawValue)
            #expect(outcome.output == field.example(1).text.dropFirst(first.count + 2) + "; new\n")
        }
    }

    @Test func optionalFieldsAreEmptied() async throws {
        let id = try await program.addItem(1)
        for field in ItemField.sampled where field.isOptional && !field.kind.isList {
            let outcome = try await program.items("edit", id, "--no-\(field.option)")
            #expect(outcome.status == 0)
            let both = try await program.run(
                CommandLineProgram.itemsLine(["edit", id, "--no-\(field.option)"] + field.arguments(1)))
            #expect(both.status == 64)
        }
        let json = CommandLineProgram.itemJSON(id) { field in
            if field.kind.form == .flag { return Example(unset: field.kind) }
            return field.isOptional && !field.kind.isList ? nil : field.example(1)
        }
        #expect(try await program.items("show", id, "--json").output == json + "\n")
        let required = try await program.items("edit", id, "--no-\(ItemField.sampleName.option)")
        #expect(required.status == 64)
    }

    @Test func removeWantsToBeConfirmed() async throws {
        let ids = [try await program.addItem(1), try await program.addItem(2)]
        let refused = try await program.items("remove", "1", "2")
        #expect(refused.status == 1)
        #expect(refused.output == "")
        for (n, id) in ids.enumerated() { #expect(refused.messages.contains("\n  \"Sample \(n + 1)\" (\(id))\n")) }
        #expect(try await program.itemNames() == ["Sample 1", "Sample 2"])
        let removed = try await program.items("remove", ids[1], ids[0], ids[1], "--yes")
        #expect(
            removed
                == Outcome(
                    messages: "Removed \"Sample 2\" (\(ids[1])).\nRemoved \"Sample 1\" (\(ids[0])).\n"))
        #expect(try await program.itemNames() == [])
    }
}
