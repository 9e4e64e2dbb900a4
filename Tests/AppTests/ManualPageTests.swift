import Foundation
import TestTraits
import Testing

@testable import App

/// The manual page, and the description as JSON. `.ci/run` has mandoc check the pages.
@Suite(.fewAtATime, .endsIfItHangs)
struct ManualPageTests {
    private func page(_ path: [String], _ tree: CommandTree) -> String {
        ManualPage<GlobalOptions>(path: path, date: Bookshelf.date, sections: ManualSection.all).text(on: tree)
    }

    @Test func thePageHasEveryCommandOptionAndExample() {
        let page = page(["bookshelf"], .group(CommandGroup.bookshelf))
        for (path, tree) in HelpTests.all {
            if case .command = tree {
                let words = path.dropFirst().joined(separator: " ").replacing("-", with: "\\-")
                #expect(page.contains("\n.Ss \(words)\n".quotedForRoff))
            }
            for option in tree.syntax.options + GlobalOptions.syntax.map(\.described) {
                #expect(page.contains("\n.It Fl -\(option.name.replacing("-", with: "\\-"))"), "\(option.name)")
            }
            for example in tree.syntax.examples where path.count > 1 {
                if case .command = tree {
                    let line = "bookshelf \(example)".replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
                    #expect(page.contains("\n\(line)\n"), "\(line)")
                }
            }
        }
        let sections = page.matches(of: /\n\.Sh (.*)/).map { String($0.1).replacing("\"", with: "") }
        #expect(
            sections == [
                "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES",
            ])
    }

    @Test(arguments: HelpTests.all) func everyPageIsPlainText(_ path: [String], _ tree: CommandTree) {
        let page = page(path, tree)
        #expect(page.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) })
        #expect(!page.contains("\n\n"))
        let title = path.joined(separator: "-").replacing("-", with: "\\-").uppercased()
        #expect(page.contains("\n.Dt \(title) 1\n"))
    }

    @Test func textIsEscaped() {
        let tree = CommandTree.command("odd", Odd.self)
        let page = ManualPage<CalculatorOptions>(path: ["calc", "odd"], date: "May 1, 2026", sections: []).text(
            on: tree)
        #expect(page.contains("\n\\&.profile \\(dqa\\eb\\(dq \\[u2026]\n\\&'x' \\-\\-\n"))
        #expect(page.contains("\n.Op Ar word ...\n"))
        #expect(page.contains("\n.Op Fl -to Ar unit | Fl -not\\-at\\-all\n"))
    }

    private struct Odd: CommandArguments {
        var text = ""
        var unit: Convert.Unit?
        var isNothing = false

        static var syntax: Syntax<Odd> {
            Syntax(
                summary: ".profile \"a\\b\" …\n'x' --", examples: ["odd"],
                operands: [.words("word", \.text, isRequired: false)],
                options: [.value("to", .word("<unit>"), \.unit, "a"), .flag("not-at-all", \.isNothing, "b")],
                exclusive: [["to", "not-at-all"]])
        }
    }

    /// As in swift-argument-parser's `ToolInfo.swift`.
    private struct ToolInfo: Decodable {
        var serializationVersion: Int
        var command: Command

        struct Command: Decodable {
            var superCommands: [String]?
            var commandName: String
            var abstract: String?
            var discussion: String?
            var defaultSubcommand: String?
            var subcommands: [Command]?
            var arguments: [Argument]?
        }

        struct Argument: Decodable {
            enum Kind: String, Decodable { case positional, option, flag }
            struct Name: Decodable, Equatable {
                enum Kind: String, Decodable { case long, short, longWithShortPrefix }
                var kind: Kind
                var name: String
            }

            var kind: Kind
            var shouldDisplay: Bool
            var isOptional: Bool
            var isRepeating: Bool
            var names: [Name]?
            var preferredName: Name?
            var valueName: String?
            var defaultValue: String?
            var allValues: [String]?
            var abstract: String?
            var discussion: String?
        }
    }

    @Test func theDescriptionIsToolInfo() async throws {
        let bookshelf = try CommandLineProgram()
        let json = try await bookshelf.run("help", "--json").output
        let info = try JSONDecoder().decode(ToolInfo.self, from: Data(json.utf8))
        #expect(info.serializationVersion == 0)
        #expect(info.command.commandName == "bookshelf")
        #expect(info.command.superCommands == nil)
        #expect(info.command.subcommands?.map(\.commandName) == CommandGroup.bookshelf.members.map(\.name))
        let shelves = try #require(info.command.subcommands?.first { $0.commandName == "shelves" })
        #expect(shelves.defaultSubcommand == "list")
        #expect(shelves.subcommands?.map(\.superCommands) == Array(repeating: ["bookshelf", "shelves"], count: 3))
        let lend = try #require(info.command.subcommands?.first { $0.commandName == "lend" })
        #expect(lend.abstract == "Lends a book to a person.")
        let book = try #require(lend.arguments?.first)
        #expect(book.kind == .positional && book.valueName == "book" && !book.isOptional && book.isRepeating)
        let to = try #require(lend.arguments?.first { $0.preferredName?.name == "to" })
        #expect(to.kind == .option && to.valueName == "person" && !to.isOptional && to.allValues == nil)
        let list = try #require(info.command.subcommands?.first { $0.commandName == "list" })
        let help = try #require(list.arguments?.first { $0.preferredName?.name == "help" })
        #expect(help.kind == .flag)
        #expect(help.names == [.init(kind: .long, name: "help"), .init(kind: .short, name: "h")])
        let status = try #require(list.arguments?.first { $0.preferredName?.name == "status" })
        #expect(status.isRepeating && status.allValues == ["to-read", "reading", "read", "abandoned"])
        let completions = try #require(info.command.subcommands?.last?.arguments)
        #expect(completions.filter { !$0.shouldDisplay }.count == 2)
    }

    @Test func helpPrintsOneCommandInEachForm() async throws {
        let bookshelf = try CommandLineProgram()
        #expect(
            try await bookshelf.run("help", "shelves", "list", "--man").output.contains(
                ".Dt BOOKSHELF\\-SHELVES\\-LIST 1\n"))
        let json = try await bookshelf.run("help", "shelves", "list", "--json").output
        #expect(try JSONDecoder().decode(ToolInfo.self, from: Data(json.utf8)).command.commandName == "list")
        #expect(try await bookshelf.run("list", "--man").status == 64)
    }
}

extension String {
    /// Arguments with a space are in quotation marks.
    fileprivate var quotedForRoff: String {
        let words = dropFirst().dropLast().split(separator: " ", maxSplits: 1)
        return "\n\(words[0]) " + (words[1].contains(" ") ? "\"\(words[1])\"" : words[1]) + "\n"
    }
}
