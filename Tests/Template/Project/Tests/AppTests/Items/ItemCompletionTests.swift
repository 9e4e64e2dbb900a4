import Domain
import FileTestSupport
import TestSupport
import TestTraits
import Testing

@testable import App

/// What completes a command line for items.
@Suite(.fewAtATime, .endsIfItHangs)
struct ItemCompletionTests {
    private let program: CommandLineProgram

    init() throws { program = try CommandLineProgram() }

    private func answer(_ words: String...) async throws -> [String] {
        let line = ([Bookshelf.name] + CommandLineProgram.itemsLine(words)).joined(separator: " ")
        let outcome = try await program.run(["completions", "fish", line])
        #expect(outcome.status == 0)
        return outcome.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    @Test(arguments: ["show", "edit", "remove"]) func namesAreFoundByTheirWords(_ command: String) async throws {
        try await program.addItem(1, "Blue ópal")
        try await program.addItem(2, "Amber")
        #expect(try await answer(command, "opal") == ["Blue ópal"])
        #expect(try await answer(command, "b") == ["Amber", "Blue ópal"])
        #expect(try await answer(command, "green") == [])
    }

    @Test func theOptionsOfEachFieldAreOffered() async throws {
        let options = try await answer("edit", "x", "--")
        for field in ItemField.allCases {
            #expect(options.contains("--\(field.option)"))
            let removing = (field.kind.isList ? "--remove-" : "--no-") + field.option
            #expect(options.contains(removing) == field.isOptional)
        }
    }

    @Test func theWordsOfAFieldAreOffered() async throws {
        for field in ItemField.allCases {
            let words: [String]
            switch field.kind.form {
            case .choice(let all): words = all
            case .day: words = ["today", "yesterday"]
            case .flag: continue
            default: words = []
            }
            #expect(try await answer("edit", "x", "--\(field.option)", "") == words, "\(field)")
        }
        #expect(try await answer("list", "--sort", "") == ItemField.allCases.map(\.rawValue))
    }

    /// As after a crash: the next command reports it.
    @Test func aDamagedLibraryCompletesNothing() async throws {
        try await program.addItem(1)
        try program.journal.write("Dear reader,\n")
        #expect(try await answer("show", "s") == [])
    }
}
