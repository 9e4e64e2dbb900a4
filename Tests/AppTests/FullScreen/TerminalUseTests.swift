import FileTestSupport
import Foundation
import StorageTestSupport
import TestTraits
import Testing

/// When the full-screen view opens, and what terminals and people do to it.
@Suite(.fewAtATime, .endsIfItHangs)
struct TerminalUseTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    @Test(arguments: [
        (["--plain"], [:]), (["list"], [:]), ([], ["TERM": "dumb"]), ([], ["TERM": ""]),
    ])
    func linesArePrintedInstead(_ arguments: [String], _ variables: [String: String]) async throws {
        let terminal = try bookshelf.onTerminal(arguments, variables: variables)
        #expect(try await terminal.end() == .status(0))
        #expect(terminal.screen.text == "The library is empty: see \"bookshelf help add\".")
        #expect(terminal.screen.replies.isEmpty && terminal.screen.errors.isEmpty)
    }

    @Test func jsonIsPrintedInstead() async throws {
        let terminal = try bookshelf.onTerminal(["--json"])
        #expect(try await terminal.end() == .status(0))
        #expect(terminal.screen.text.hasPrefix("[]\n"))
    }

    @Test func theViewFollowsTheSizeOfTheTerminal() async throws {
        let terminal = try bookshelf.onTerminal()
        try await terminal.until(\.isFullScreen)
        for (columns, lines) in [(100, 40), (132, 50), (40, 12), (90, 30)] {
            terminal.resize(columns: columns, lines: lines)
            try await terminal.until { screen in
                screen.line(lines - 1) != ""
                    && (0..<lines).contains { screen.line($0).contains("The library is empty") }
            }
        }
        try await quit(terminal)
    }

    @Test func whatAWindowLostIsDrawnAgain() async throws {
        let terminal = try bookshelf.onTerminal()
        try await terminal.until { $0.isFullScreen && $0.text.contains("Press a") }
        let drawn = terminal.screen.text
        terminal.shrinkBriefly()
        try await terminal.until { $0.text == drawn }
        try await quit(terminal)
    }

    /// Each line arrives at once: its keys come before the rows are found, and before the loan is stored.
    @Test func keysThatComeEarlyAreKept() async throws {
        for title in ["Dune", "Emma"] { try await bookshelf.run("add", title, "--author", "Ana") }
        let terminal = try bookshelf.onTerminal()
        try await terminal.until { $0.isFullScreen && $0.text.contains("Emma") }
        await terminal.type("/emma\r5")
        try await terminal.until { $0.text.contains("\"Emma\" by Ana: ★★★★★.") }
        await terminal.type("lBen\r+")
        try await terminal.until { $0.text.contains("Ben can keep \"Emma\" until ") }
        // What was typed before a question appeared doesn't answer it.
        await terminal.type("/\u{15}dune\rxy")
        try await terminal.until { $0.text.contains("Remove \"Dune\" by Ana?") }
        await terminal.type("n")
        try await terminal.until { !$0.text.contains("Remove it") }
        await terminal.type("q")
        #expect(try await terminal.end() == .status(0))
        #expect(try await bookshelf.run("list", "--columns", "title,rating").output == "Dune\t\nEmma\t5\n")
    }

    /// Stars, lines and ellipses; texts stay as they are.
    @Test func aTerminalWithoutUTF8GetsSignsOfASCII() async throws {
        let title = "Dune, or the many lives of a planet of sand, spice and worms in the far future"
        try await bookshelf.run("add", title, "--author", "Frank Herbert", "--rating", "4", "--favorite")
        let terminal = try bookshelf.onTerminal(variables: ["LC_ALL": "C"])
        try await terminal.until { $0.isFullScreen && $0.text.contains("Dune") && $0.text.contains("****") }
        #expect(terminal.screen.line(3).contains("..."))
        await terminal.type("s")
        try await terminal.until { $0.text.contains("+- Sort by ---") }
        #expect(terminal.screen.text.utf8.count == terminal.screen.text.count, "\(terminal.screen.text)")
        try await quit(terminal)
    }

    @Test func withoutColorThereIsBoldText() async throws {
        let terminal = try bookshelf.onTerminal(variables: ["NO_COLOR": "1"])
        try await terminal.until { $0.isFullScreen && $0.text.contains("Press a") }
        #expect(terminal.screen.cell(0, 0).style.attributes == [1])
        try await quit(terminal)
    }

    /// The view after the key that opens the notes of a book in an editor, which is this script.
    private func writingNotes(in editor: String, typing keys: String = "n") async throws -> PseudoTerminal {
        try await bookshelf.addDune()
        let script = try bookshelf.file("editor", editor)
        let terminal = try bookshelf.onTerminal(variables: ["EDITOR": "sh \(script)", "VISUAL": ""])
        try await terminal.until { $0.isFullScreen && $0.text.contains("Dune") }
        await terminal.type(keys)
        return terminal
    }

    /// The editor has the terminal as a shell gives it, and its keys don't end the program.
    @Test func anEditorUsesTheTerminalInBetween() async throws {
        let terminal = try await writingNotes(in: "echo editing; read -r line; echo \"$line\" >\"$1\"\n")
        try await terminal.until { !$0.isAlternate && $0.text == "editing" }
        #expect(try terminal.modes() == terminal.initialModes)
        #expect(terminal.screen.showsCursor && !terminal.screen.usesMouse)
        terminal.send(SIGINT)
        terminal.send(SIGQUIT)
        await terminal.type("Read it twice.\n")
        // Until then the form is shown, in which `q` is no command.
        try await terminal.until { $0.isAlternate && $0.text.contains("Saved \"Dune\"") }
        #expect(try !terminal.modes().areThoseOfAShell && terminal.screen.usesMouse)
        await terminal.type("q")
        #expect(try await terminal.end() == .status(0))
        #expect(try await bookshelf.runExactly(["list", "--columns", "notes"]).output == "Read it twice.\n")
        #expect(terminal.screen.text == "editing\nRead it twice.")
    }

    /// The store's notices wait until the terminal is the shell's again.
    @Test func noticesDoNotReachTheView() async throws {
        try await bookshelf.addDune()
        let terminal = try bookshelf.onTerminal()
        try await terminal.until { $0.isFullScreen && $0.text.contains("Dune") }
        try TestFile(path: bookshelf.directory.path + "/.local/share/bookshelf/library.jsonl").append("{torn".utf8)
        await terminal.type("x")
        try await terminal.until { $0.text.contains("Remove it") }
        await terminal.type("y")
        try await terminal.until { $0.text.contains("Removed") }
        // Long lines are wrapped.
        #expect(!terminal.screen.text.replacing("\n", with: "").contains("finished"))
        await terminal.type("q")
        #expect(try await terminal.end() == .status(0))
        #expect(terminal.screen.text.replacing("\n", with: "").contains("library.jsonl.unfinished-1"))
    }

    /// Typed together with the key that opens it.
    @Test func whatIsTypedAfterwardsReachesTheEditor() async throws {
        let terminal = try await writingNotes(in: "read -r line; echo \"$line\" >\"$1\"\n", typing: "nRead it twice.\n")
        try await terminal.until { $0.text.contains("Saved \"Dune\"") }
        await terminal.type("q")
        #expect(try await terminal.end() == .status(0))
        #expect(try await bookshelf.runExactly(["list", "--columns", "notes"]).output == "Read it twice.\n")
    }

    @Test func whatWasTypedBeforeAQuestionDoesNotAnswerIt() async throws {
        try await bookshelf.addDune()
        let terminal = try bookshelf.onTerminal()
        try await terminal.until { $0.isFullScreen && $0.text.contains("Dune") }
        await terminal.type("xyyyy")
        try await terminal.until { $0.text.contains("Remove \"Dune\"") }
        try await terminal.press("n")
        #expect(!terminal.screen.text.contains("Remove \"Dune\""))
        await terminal.type("q")
        #expect(try await terminal.end() == .status(0))
        #expect(try await bookshelf.runExactly(["list", "--columns", "title"]).output == "Dune\n")
    }

    @Test func anEditorThatCrashesLeavesNoModesBehind() async throws {
        let terminal = try await writingNotes(in: "stty raw -echo; kill -9 $$\n")
        try await terminal.until { $0.isAlternate && $0.text.contains("has failed") }
        await terminal.type("\rq")
        #expect(try await terminal.end() == .status(0))
        #expect(try terminal.modes() == terminal.initialModes)
    }

    @Test func noControlSequenceOfABookReachesTheScreen() async throws {
        let title = "\u{1B}[31mRed\u{1B}]0;x\u{7}\u{9B}2J\u{202E}\u{8}\u{200B}"
        try await bookshelf.run("import", "-", input: try json(title: title))
        let terminal = try bookshelf.onTerminal(columns: 120)
        try await terminal.until { $0.isFullScreen && $0.text.contains("Red") }
        await terminal.type("\r")
        try await quit(terminal)
        #expect(terminal.screen.errors.isEmpty)
    }

    private func json(title: String) throws -> String {
        let books = [["title": title, "authors": [title]] as [String: Any]]
        return String(decoding: try JSONSerialization.data(withJSONObject: books), as: UTF8.self)
    }

    // MARK: Anything at all

    /// Into the search; less into a field of the form, and the list, where each character is a command; and typed by a
    /// terminal that doesn't bracket what is pasted.
    @Test(arguments: [("/", true, 18), ("a", true, 16), ("", true, 16), ("/", false, 16)])
    func aLongTextCanBePasted(_ keys: String, isBracketed: Bool, bits: Int) async throws {
        let terminal = try bookshelf.onTerminal()
        try await terminal.until(\.isFullScreen)
        await terminal.type(keys)
        let text = String(repeating: "Dune Messiah by Frank Herbert 日本 ", count: 1 << 15).prefix(1 << bits)
        await terminal.type(isBracketed ? "\u{1B}[200~\(text)\u{1B}[201~" : String(text))
        try await quit(terminal)
        #expect(try terminal.modes() == terminal.initialModes)
        #expect(terminal.screen.errors.isEmpty)
    }

    /// Everything but `q`, and the keys that a terminal makes signals of while an editor has it: they also make the
    /// system discard output.
    @Test(arguments: 1...8 as ClosedRange<UInt64>) func anythingCanBeTyped(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        try await bookshelf.addDune()
        let terminal = try bookshelf.onTerminal(variables: ["VISUAL": "true"])
        try await terminal.until(\.isFullScreen)
        for _ in 0..<20 {
            var bytes: [UInt8] = []
            while bytes.count < 200 {
                bytes +=
                    Bool.random(using: &random)
                    ? [.random(in: .min ... .max, using: &random)]
                    : Array((Self.keys.randomElement(using: &random) ?? "").utf8)
            }
            await terminal.type(bytes.filter { ![0x03, 0x1A, 0x1C, UInt8(ascii: "q")].contains($0) })
            terminal.resize(
                columns: .random(in: 1...150, using: &random), lines: .random(in: 1...50, using: &random))
        }
        try await quit(terminal, orIsRefused: true)
        let modes = try terminal.modes()
        #expect(modes == terminal.initialModes)
        // While an editor or a shell has the terminal, it echoes what is typed: tabs, C1 controls, and bytes that
        // aren't UTF-8.
        let echoed = ["not UTF-8", "cut-off character", "control 9"] + (128..<160).map { "control \($0)" }
        #expect(terminal.screen.errors.filter { error in !echoed.contains { error.hasPrefix($0) } } == [])
        #expect(terminal.screen.modes == [TerminalEmulator.Mode.wrapping, TerminalEmulator.Mode.cursor])
    }

    private static let keys = [
        "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}[5~", "\u{1B}[H", "\u{1B}", "\r", "\t", " ", "/", "a",
        "e",
        "l", "x", "y", "n", "f", "s", "?", "日", "e\u{301}", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}]", "\u{1B}[",
        "\u{7F}",
        "\u{13}", "\u{1B}[<0;9;5M", "\u{1B}[<65;9;5M",
    ]

    /// Quits from any state, by Escape, which may ask whether to discard what was typed, `y`, Escape and `q`, each once
    /// the one before was seen. What is typed while an editor runs is lost, so this is repeated until the program has
    /// ended. Not by Control-C: typed too late, it makes the system discard the last output of the program.
    ///
    /// A removal that `y` confirms, or a return, which is still under way at the end, may be refused.
    private func quit(
        _ terminal: PseudoTerminal, orIsRefused: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        var lines = 50
        let escape = "\u{1B}[201~\u{1B}\u{1B}[201~"
        let keys = [escape, "y", escape, "q"]
        while !terminal.hasEnded {
            await terminal.type(keys[lines % 4])
            // A program that still runs draws a larger screen.
            lines += 1
            terminal.resize(columns: 80, lines: lines)
            try await terminal.until { [lines] in
                terminal.hasEnded || ($0.isAlternate && $0.line(lines - 1) != "")
            }
        }
        let ending = try await terminal.end()
        let refusals = [" is lent to ", " is not lent"]
        if orIsRefused, ending == .status(1), refusals.contains(where: terminal.screen.text.contains) { return }
        #expect(ending == .status(0), "\(terminal.screen.text)", sourceLocation: sourceLocation)
    }
}
