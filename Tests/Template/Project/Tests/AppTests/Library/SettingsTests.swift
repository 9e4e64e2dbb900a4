import FileTestSupport
import TestTraits
import Testing

@testable import App

/// The settings of the program.
@Suite(.fewAtATime, .endsIfItHangs)
struct SettingsTests {
    private let program: CommandLineProgram

    init() throws { program = try CommandLineProgram() }

    private typealias Outcome = CommandLineProgram.Outcome

    @Test func eachSettingHasADefault() async throws {
        let list = try await program.run("settings", "list")
        #expect(list == Outcome(output: "color\tauto\t\nstore\tfile\t\nmouse\ton\t\n"))
        #expect(try program.directory.names() == [])
    }

    @Test func aSettingIsChangedAndReset() async throws {
        let set = try await program.run("settings", "set", "color", "never")
        #expect(set == Outcome(messages: "color is now never.\n"))
        #expect(try await program.run("settings", "get", "color") == Outcome(output: "never\n"))
        #expect(try program.libraryFile("settings.json").text().contains("never"))
        #expect(try await program.run("settings", "unset", "color").status == 0)
        #expect(try await program.run("settings", "get", "color") == Outcome(output: "auto\n"))
    }

    @Test(arguments: [["get", "size"], ["set", "size", "3"], ["set", "color", "red"], ["set", "store", "paper"]])
    func whatIsUnknownIsRefused(_ words: [String]) async throws {
        let outcome = try await program.run(["settings"] + words)
        #expect(outcome.status == 64)
        #expect(outcome.messages.hasPrefix("\(Bookshelf.name): "))
        #expect(!program.libraryFile("settings.json").exists)
    }
}
