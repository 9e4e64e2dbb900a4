import Foundation
import StorageTestSupport
import TestTraits
import Testing

/// However the full-screen view ends, the terminal is as it was: its modes, what it showed, and the cursor.
@Suite(.fewAtATime, .endsIfItHangs)
struct TerminalEndingsTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    private static let before = "Dear Ana,\r\n$ bookshelf\r\n"
    private static let shown = "Dear Ana,\n$ bookshelf"

    private func open() async throws -> PseudoTerminal {
        let terminal = try bookshelf.onTerminal(before: Self.before)
        #expect(terminal.initialModes.areThoseOfAShell)
        try await terminal.until(\.isFullScreen)
        #expect(try !terminal.modes().areThoseOfAShell)
        #expect(terminal.screen.usesMouse)
        return terminal
    }

    private func expectRestored(
        _ terminal: PseudoTerminal, shows text: String = shown,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try terminal.modes() == terminal.initialModes, sourceLocation: sourceLocation)
        let screen = terminal.screen
        #expect(screen.text == text, sourceLocation: sourceLocation)
        #expect(
            screen.modes == [TerminalEmulator.Mode.wrapping, TerminalEmulator.Mode.cursor],
            sourceLocation: sourceLocation)
        #expect(screen.errors.isEmpty, sourceLocation: sourceLocation)
        #expect(screen.replies.isEmpty, "an answer could come after the end", sourceLocation: sourceLocation)
        // The next text has no style.
        var next = screen
        next.feed("x")
        #expect(
            next.cell(screen.cursor.line, screen.cursor.column) == TerminalEmulator.Cell(text: "x"),
            sourceLocation: sourceLocation)
    }

    @Test(arguments: ["q", "\u{3}"]) func quitting(_ key: String) async throws {
        let terminal = try await open()
        await terminal.type(key)
        #expect(try await terminal.end() == .status(0))
        try expectRestored(terminal)
    }

    @Test(arguments: [
        SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV,
    ])
    func signal(_ number: Int32) async throws {
        let terminal = try await open()
        terminal.send(number)
        #expect(try await terminal.end() == .signal(number))
        try expectRestored(terminal)
    }

    @Test func theMouseIsUsedUnlessASettingSaysOtherwise() async throws {
        try await bookshelf.addDune()
        try await bookshelf.run("add", "Emma", "--author", "Jane Austen")
        let terminal = try await open()
        try await terminal.until { $0.text.contains("Emma") }
        await terminal.type("\u{1B}[<0;3;5M\u{1B}[<0;3;5m\u{1B}[<0;3;5M\u{1B}[<0;3;5m")
        try await terminal.until { $0.line(0) == "Emma" }
        await terminal.type("\u{1B}")
        try await terminal.until { $0.line(0).hasPrefix("Bookshelf") }
        try await terminal.press("\u{1B}[<64;3;5M")
        #expect(terminal.screen.line(terminal.screen.lines - 2) == "1 of 2")
        await terminal.type("q")
        #expect(try await terminal.end() == .status(0))
        try expectRestored(terminal)
        try await bookshelf.run("settings", "set", "mouse", "off")
        let other = try bookshelf.onTerminal()
        try await other.until(\.isFullScreen)
        #expect(!other.screen.usesMouse)
        await other.type("q")
        #expect(try await other.end() == .status(0))
    }

    /// What is typed together with the key that ends the view, or stops it, is for the shell.
    @Test(arguments: ["q", "\u{3}", "\u{1A}"]) func whatIsTypedAfterTheEndReachesTheShell(_ key: String) async throws {
        let shell = try await shell(running: "$bookshelf")
        let text = String(repeating: "Les Misérables ", count: 100)
        await shell.type("\(key): '\(text)'; echo $((6 * 7))\necho again $((6 * 8))\n")
        try await shell.until { $0.text.hasSuffix("again 48\n$") }
        #expect(shell.screen.text.contains("42\n"))
        if key == "\u{1A}" {
            await shell.type("fg\n")
            try await shell.until(\.isFullScreen)
            try await leave(shell)
        } else {
            await shell.type("exit\n")
            #expect(try await shell.end() == .status(0))
        }
    }

    @Test func controlZStopsItAndTheShellContinuesIt() async throws {
        let shell = try await shell(running: "$bookshelf")
        await shell.type("\u{1A}")
        try await expectStopped(shell)
        await shell.type("fg\n")
        try await shell.until(\.isFullScreen)
        #expect(try !shell.modes().areThoseOfAShell)
        #expect(shell.screen.usesMouse)
        try await leave(shell)
    }

    @Test func aScriptThatRunsItStopsToo() async throws {
        let shell = try await shell(running: "bash -c '$bookshelf; echo back $?'")
        await shell.type("\u{1A}")
        try await expectStopped(shell)
        await shell.type("fg\n")
        try await shell.until(\.isFullScreen)
        await shell.type("q")
        try await shell.until { $0.text.contains("\nback 0\n$") }
        await shell.type("exit\n")
        #expect(try await shell.end() == .status(0))
    }

    @Test(arguments: [SIGTSTP, SIGSTOP]) func signalsStopAndContinueIt(_ number: Int32) async throws {
        let shell = try await shell(running: "$bookshelf")
        let process = try await child(of: shell)
        kill(process, number)
        try await shell.until { $0.text.contains("Stopped") }
        if number == SIGTSTP { try await expectStopped(shell) }
        await shell.type("fg\n")
        try await shell.until { $0.isFullScreen && !$0.text.contains("Stopped") }
        #expect(try !shell.modes().areThoseOfAShell)
        try await leave(shell)
    }

    @Test func aStoppedProgramCanBeEndedWithoutTheTerminal() async throws {
        let shell = try await shell(running: "$bookshelf")
        await shell.type("\u{1A}")
        try await expectStopped(shell)
        await shell.type("kill %1; while kill -0 %1 2>/dev/null; do :; done\n")
        try await shell.until { $0.text.contains("Terminated") }
        #expect(!shell.screen.isAlternate)
        await shell.type("exit\n")
        #expect(try await shell.end() == .status(0))
    }

    @Test func inTheBackgroundItLeavesTheTerminalToTheShell() async throws {
        let shell = try await shell()
        await shell.type("$bookshelf &\n")
        await shell.type("while [ -z \"$(jobs -s)\" ]; do :; done; echo stopped $((6 * 7))\n")
        try await shell.until { $0.text.contains("stopped 42\n") }
        #expect(!shell.screen.isAlternate)
        #expect(try shell.modes().areThoseOfAShell)
        await shell.type("fg\n")
        try await shell.until(\.isFullScreen)
        try await leave(shell)
    }

    @Test func continuedInTheBackgroundItStopsAgain() async throws {
        let shell = try await shell(running: "$bookshelf")
        await shell.type("\u{1A}")
        try await expectStopped(shell)
        await shell.type("bg; while [ -z \"$(jobs -s)\" ]; do :; done; echo stopped $((6 * 8))\n")
        try await shell.until { $0.text.contains("stopped 48\n") }
        #expect(!shell.screen.isAlternate)
        #expect(try shell.modes().areThoseOfAShell)
        await shell.type("fg\n")
        try await shell.until(\.isFullScreen)
        try await leave(shell)
    }

    @Test func aTerminalThatVanishesEndsIt() async throws {
        let terminal = try await open()
        terminal.hangUp()
        #expect(try await terminal.end() == .signal(SIGHUP))
    }

    /// The system sends SIGHUP to the shell only.
    @Test func aTerminalThatVanishesEndsItEvenIfTheShellDoesNotSaySo() async throws {
        let script = "trap '' HUP; $bookshelf; echo $? >status; kill -9 $$"
        let terminal = try bookshelf.onTerminal(shell: ["-c", script])
        try await terminal.until(\.isFullScreen)
        terminal.hangUp()
        #expect(try await terminal.end() == .signal(SIGKILL))
        #expect(try bookshelf.contents(of: "status") == "\(128 + SIGHUP)\n")
    }

    @Test func aLibraryThatCannotBeReadIsReportedOnTheNormalScreen() async throws {
        _ = try bookshelf.file("library.jsonl", "Dear Ana,\n")
        let terminal = try bookshelf.onTerminal(
            variables: ["BOOKSHELF_DIRECTORY": bookshelf.directory.path], before: Self.before, columns: 200)
        #expect(try await terminal.end() == .status(74))
        let message = try #require(terminal.screen.text.split(separator: "\n").dropFirst(2).first)
        #expect(message.hasPrefix("bookshelf: ") && message.contains("library.jsonl"))
        try expectRestored(terminal, shows: terminal.screen.text)
        #expect(terminal.screen.text.hasPrefix(Self.shown + "\n"))
    }

    /// The system refuses to change the modes for a process in the background that no shell looks after.
    @Test func aTerminalThatCannotBeSwitchedIsReportedOnIt() async throws {
        let shell = try await shell()
        let orphan = "while kill -0 $$ 2>/dev/null; do :; done; $bookshelf </dev/tty; echo status $?"
        await shell.type("sh -c '(\(orphan)) &' &\n")
        try await shell.until { $0.text.contains("status 74") }
        #expect(shell.screen.text.contains("bookshelf: can't use the terminal: "))
        #expect(try shell.modes().areThoseOfAShell)
        #expect(!shell.screen.isAlternate && shell.screen.errors.isEmpty)
        await shell.type("exit\n")
        #expect(try await shell.end() == .status(0))
    }

    // MARK: Shells

    /// A shell, and the program that it runs, if any.
    private func shell(running command: String? = nil) async throws -> PseudoTerminal {
        let shell = try bookshelf.onTerminal(shell: ["--noediting", "-i"])
        try await shell.until { $0.text.hasSuffix("$") }
        guard let command else { return shell }
        await shell.type(command + "\n")
        try await shell.until(\.isFullScreen)
        return shell
    }

    /// The program that the shell runs, which is its only child.
    private func child(of shell: PseudoTerminal) async throws -> pid_t {
        let find = Process()
        find.executableURL = URL(filePath: "/bin/sh")
        find.arguments = ["-c", "pgrep -P \(shell.process)"]
        return try #require(pid_t(try await bookshelf.run(find).output.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    private func expectStopped(
        _ shell: PseudoTerminal, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await shell.until { !$0.isAlternate && $0.text.contains("Stopped") && $0.text.hasSuffix("\n$") }
        #expect(try shell.modes().areThoseOfAShell, sourceLocation: sourceLocation)
        #expect(shell.screen.showsCursor && !shell.screen.usesMouse, sourceLocation: sourceLocation)
        // Late answers of the terminal, if it was asked anything, would be part of this line.
        await shell.answer()
        await shell.type("echo $((6 * 7))\n")
        try await shell.until { $0.text.hasSuffix("\n$ echo $((6 * 7))\n42\n$") }
    }

    /// Quits the program, and then its shell.
    private func leave(_ shell: PseudoTerminal) async throws {
        await shell.type("q")
        try await shell.until { !$0.isAlternate && $0.text.hasSuffix("$") }
        #expect(try shell.modes().areThoseOfAShell)
        await shell.answer()
        await shell.type("echo status $?\n")
        try await shell.until { $0.text.hasSuffix("$ echo status $?\nstatus 0\n$") }
        await shell.type("exit\n")
        #expect(try await shell.end() == .status(0))
        #expect(shell.screen.errors.isEmpty)
        #expect(shell.screen.modes == [TerminalEmulator.Mode.wrapping, TerminalEmulator.Mode.cursor])
    }
}
