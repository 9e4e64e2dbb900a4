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

    @Test func noCommandHidesAnother() {
        #expect(Set(Self.all).count == Self.all.count, "\(Self.all)")
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
}
