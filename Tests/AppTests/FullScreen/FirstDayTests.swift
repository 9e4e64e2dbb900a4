import StorageTestSupport
import TestTraits
import Testing

/// The first day with the full-screen view, in a shell on a terminal: from an empty library to an imported one.
@Suite(.fewAtATime, .endsIfItHangs)
struct FirstDayTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    @Test func aFirstDay() async throws {
        let shell = try bookshelf.onTerminal(shell: ["-i"])
        try await shell.until { $0.text == "$" }
        let before = try shell.modes()
        await shell.type("$bookshelf\n")
        try await shell.until { $0.isFullScreen && $0.line(2) == "The library is empty. Press a to add a book." }

        // Another program imports a list meanwhile.
        let list = """
            title,authors
            Emma,Jane Austen
            Les Misérables,Victor Hugo
            吾輩は猫である,夏目漱石
            """
        try await bookshelf.run("import", "-", input: list)
        try await shell.until { $0.line(0).hasPrefix("Bookshelf  3 books") && $0.line(5).hasPrefix("吾輩は猫である") }
        #expect(shell.screen.cursor == TerminalEmulator.Position(line: 3, column: 0))

        await shell.type("aDune\tFrank Herbert\t0441172718\u{13}")
        try await shell.until { $0.line(22).hasPrefix("Not saved: ") && $0.line(22).contains("check digit") }
        await shell.type("\u{7F}7\u{13}")
        try await shell.until {
            $0.line(22) == "Added \"Dune\" by Frank Herbert.  U takes it back" && $0.line(3).hasPrefix("Dune ")
        }

        // The same ISBN again: what was typed stays.
        await shell.type("aDune Messiah\tFrank Herbert\t0441172717\u{13}")
        try await shell.until { $0.text.contains("─ That didn't work ─") && $0.text.contains("[ OK ]") }
        await shell.type("\r")
        try await shell.until { $0.line(2) == "Title       Dune Messiah" && !$0.text.contains("┌") }
        await shell.type("\u{15}\u{13}")
        try await shell.until { $0.line(0).hasPrefix("Bookshelf  5 books") }

        await shell.type("/miserables\r")
        try await shell.until { $0.line(0).hasPrefix("Bookshelf  1 ") && $0.line(3).hasPrefix("Les Misérables") }
        try await lendAndTakeBack(in: shell)

        shell.resize(columns: 120, lines: 30)
        try await shell.until { $0.line(29).hasPrefix("q quit") && $0.line(2).contains("│ Les Misérables") }
        await shell.type("\u{1A}")
        // The shell changes the modes before it prompts.
        try await shell.until { !$0.isAlternate && $0.text.contains("Stopped") && $0.text.hasSuffix("\n$") }
        #expect(try shell.modes() == before)
        await shell.type("fg\n")
        try await shell.until { $0.isFullScreen && $0.line(3).hasPrefix("Les Misérables") }
        await shell.type("x")
        try await shell.until { $0.text.contains("Remove \"Les Misérables\" by Victor Hugo?") }
        await shell.type("y")
        try await shell.until { $0.line(28) == "Removed \"Les Misérables\" by Victor Hugo.  U takes it back" }
        await shell.type("q")
        try await shell.until { !$0.isAlternate && $0.text.hasSuffix("$") }
        #expect(try shell.modes() == before)
        #expect(shell.screen.errors.isEmpty)
        #expect(
            try await bookshelf.run("list", "--columns", "title").output == "Dune\nDune Messiah\nEmma\n吾輩は猫である\n")
        await shell.type("exit\n")
        #expect(try await shell.end() == .status(0))
    }
}
