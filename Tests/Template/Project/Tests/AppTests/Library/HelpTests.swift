import FileTestSupport
import TestTraits
import Testing

@testable import App

/// Help, the manual page, and what is said to a wrong command line.
@Suite(.fewAtATime, .endsIfItHangs)
struct HelpTests {
    private let program: CommandLineProgram

    init() throws { program = try CommandLineProgram() }

    /// The words of every command and group.
    private static let all = [[]] + words(of: CommandGroup.bookshelf, after: [])

    private static func words(of group: CommandGroup, after path: [String]) -> [[String]] {
        group.members.flatMap { member in
            switch member {
            case .command(let name, _): [path + [name]]
            case .group(let inner): [path + [inner.name]] + words(of: inner, after: path + [inner.name])
            }
        }
    }

    private static func commands(of group: CommandGroup) -> [any CommandArguments.Type] {
        group.members.flatMap { member -> [any CommandArguments.Type] in
            switch member {
            case .command(_, let type): [type]
            case .group(let inner): commands(of: inner)
            }
        }
    }

    @Test func noCommandHidesAnother() {
        #expect(Set(Self.all).count == Self.all.count, "\(Self.all)")
    }

    @Test func everyCommandCanRun() {
        let commands = Self.commands(of: .bookshelf)
        #expect(commands.count >= 12)
        for type in commands { #expect(type is any Command.Type, "\(type)") }
    }

    @Test func everyCommandHasHelpThatBeginsWithExamples() async throws {
        for words in Self.all {
            let help = try await program.run(["help"] + words)
            #expect(help.status == 0)
            let lines = help.output.split(separator: "\n")
            #expect(lines[0] == "Examples:")
            #expect(lines[1].hasPrefix("  " + ([Bookshelf.name] + words).joined(separator: " ")))
            #expect(try await program.run(words + ["--help"]) == help)
        }
    }

    @Test func theHelpOfTheProgramListsEachCommand() async throws {
        let help = try await program.run("--help").output
        for member in CommandGroup.bookshelf.members { #expect(help.contains("\n  \(member.name) ")) }
        let json = try await program.run("help", "--json").output
        for member in CommandGroup.bookshelf.members { #expect(json.contains("\"\(member.name)\"")) }
    }

    @Test func theManualPageHasEachCommandAndExitStatus() async throws {
        let page = try await program.run("help", "--man")
        #expect(page.status == 0)
        let lines = Set(page.output.replacing("\\-", with: "-").split(separator: "\n"))
        #expect(lines.contains(".Dt \(Bookshelf.name.uppercased()) 1"))
        #expect(lines.isSuperset(of: [".Sh ENVIRONMENT", ".Sh FILES", ".Sh \"EXIT STATUS\""]))
        for member in CommandGroup.bookshelf.members {
            #expect(lines.contains { $0 == ".Ss \(member.name)" || $0.hasPrefix(".Ss \"\(member.name) ") })
        }
        for status in [0, 1, 64, 65, 66, 69, 74] { #expect(lines.contains(".It \(status)")) }
    }

    @Test func theVersionIsPrinted() async throws {
        let outcome = try await program.run("--version")
        #expect(outcome == CommandLineProgram.Outcome(output: "\(Bookshelf.name) \(Bookshelf.version)\n"))
    }

    @Test(arguments: [("backpu", "backup"), ("fix", "repair"), ("config", "settings")])
    func aWrongCommandGetsASuggestion(_ word: String, _ command: String) async throws {
        let outcome = try await program.run(word)
        #expect(outcome.status == 64)
        #expect(outcome.output == "")
        #expect(outcome.messages.contains("unknown command \"\(word)\"; did you mean \"\(command)\"?"))
    }

    @Test(arguments: [
        ["backup"], ["backup", "a", "b"], ["restore", "--jsno", "x"], ["repair", "--json=1"], ["--store"],
    ])
    func aWrongCommandLineIsRefused(_ words: [String]) async throws {
        let outcome = try await program.run(words)
        #expect(outcome.status == 64)
        #expect(outcome.messages.hasPrefix("\(Bookshelf.name): "))
        #expect(outcome.messages.contains("try \""))
        #expect(try program.directory.names() == [])
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func eachShellHasItsScript(_ shell: String) async throws {
        let script = try await program.run("completions", shell)
        #expect(script.status == 0)
        #expect(script.output.contains("\(Bookshelf.name)"))
        #expect(script.output.contains("completions \(shell)"))
        #expect(try await program.run("completions", "csh").status == 64)
    }

    @Test func commandsAreCompleted() async throws {
        let names = CommandGroup.bookshelf.members.map(\.name).filter { $0.hasPrefix("re") }
        let answer = try await program.run("completions", "bash", "\(Bookshelf.name) re").output
        #expect(Set(answer.split(separator: "\n").map { $0.filter { $0 != " " } }) == Set(names))
    }

    /// Without a folder no library is known.
    @Test func withoutAHomeAFolderIsAskedFor() async throws {
        let outcome = try await program.run(["backup", "-"], variables: ["HOME": ""])
        #expect(outcome.status == 74)
        #expect(outcome.messages.contains("--directory"))
    }
}
