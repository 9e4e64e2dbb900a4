import Testing

/// The terminal that the other tests rely on.
struct TerminalEmulatorTests {
    private func emulator(_ output: String, columns: Int = 10, lines: Int = 4) -> TerminalEmulator {
        var emulator = TerminalEmulator(columns: columns, lines: lines)
        emulator.feed(output)
        return emulator
    }

    @Test func textIsWrittenAtTheCursorAndScrolls() {
        let screen = emulator("one\r\ntwo\r\nthree\r\nfour\r\nfive")
        #expect(screen.text == "two\nthree\nfour\nfive")
        #expect(screen.cursor == TerminalEmulator.Position(line: 3, column: 4))
        #expect(emulator("abc\u{8}\u{8}x\ry\u{7}").text == "yxc")
    }

    @Test func theLastColumnWrapsOnlyWithTheNextCharacter() {
        let full = emulator("0123456789")
        #expect(full.cursor == TerminalEmulator.Position(line: 0, column: 9))
        #expect(emulator("0123456789a").text == "0123456789\na")
        #expect(emulator("0123456789\r\nb").text == "0123456789\nb")
        #expect(emulator("\u{1B}[?7l0123456789abc").text == "0123456789")
        #expect(emulator("012345678日").text == "012345678\n日")
    }

    @Test(arguments: [
        ("日", 2), ("é", 1), ("e\u{301}", 1), ("❤️", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("👍🏽", 2), ("1️⃣", 2), ("한", 2),
        ("\u{1112}\u{1161}\u{11AB}", 2), ("☕", 2), ("…", 1),
    ])
    func aCharacterTakesItsColumns(_ character: String, columns: Int) {
        let screen = emulator(character + "x")
        #expect(screen.cursor.column == columns + 1)
        #expect(screen.text == character + "x")
        #expect(screen.cell(0, 0).text == character)
        #expect(screen.cell(0, columns) == TerminalEmulator.Cell(text: "x"))
    }

    @Test func overwritingHalfOfAWideCharacterErasesIt() {
        #expect(emulator("日本\u{1B}[1;2Hx").text == " x本")
        #expect(emulator("日本\u{1B}[1;3Hx").text == "日x")
        #expect(emulator("日本\u{1B}[1;2H語").text == " 語")
    }

    @Test func theCursorMoves() {
        #expect(emulator("\u{1B}[3;4H").cursor == TerminalEmulator.Position(line: 2, column: 3))
        #expect(emulator("\u{1B}[3;4H\u{1B}[H").cursor == TerminalEmulator.Position())
        #expect(emulator("\u{1B}[2B\u{1B}[5C\u{1B}[A\u{1B}[2D").cursor == TerminalEmulator.Position(line: 1, column: 3))
        #expect(emulator("\u{1B}[99;99H").cursor == TerminalEmulator.Position(line: 3, column: 9))
        #expect(emulator("\u{1B}[3d\u{1B}[7G").cursor == TerminalEmulator.Position(line: 2, column: 6))
    }

    @Test(arguments: [
        ("\u{1B}[2J", ""), ("\u{1B}[J", "aaaaa\nbb"), ("\u{1B}[1J", "\n   bb\nccccc"), ("\u{1B}[K", "aaaaa\nbb\nccccc"),
        ("\u{1B}[1K", "aaaaa\n   bb\nccccc"), ("\u{1B}[2K", "aaaaa\n\nccccc"),
    ])
    func erases(_ sequence: String, leaves text: String) {
        #expect(emulator("aaaaa\r\nbbbbb\r\nccccc\u{1B}[2;3H" + sequence).text == text)
    }

    @Test func stylesBelongToCells() {
        let screen = emulator("\u{1B}[1;7;31ma\u{1B}[22;94;102mb\u{1B}[27;39;49mc\u{1B}[md")
        #expect(screen.cell(0, 0).style == .init(attributes: [1, 7], foreground: 31))
        #expect(screen.cell(0, 1).style == .init(attributes: [7], foreground: 94, background: 102))
        #expect(screen.cell(0, 2).style == .init())
        #expect(screen.errors.isEmpty)
        #expect(emulator("\u{1B}[41m\u{1B}[K").cell(0, 9).style == .init(background: 41))
    }

    @Test func theAlternateScreenKeepsTheMainOne() {
        var screen = emulator("main\r\n\u{1B}[?1049hother")
        #expect(screen.isAlternate)
        #expect(screen.text == "\nother")
        screen.feed("\u{1B}[?1049h")
        #expect(screen.text == "")
        screen.feed("\u{1B}[H\u{1B}[?1049l")
        #expect(!screen.isAlternate)
        #expect(screen.text == "main")
        #expect(screen.cursor == TerminalEmulator.Position(line: 1, column: 0))
    }

    @Test func modesAreOnUntilTheyAreOff() {
        var screen = emulator("\u{1B}[?25l\u{1B}[?2004h\u{1B}[?2026h")
        #expect(!screen.showsCursor)
        #expect(screen.isUpdating)
        #expect(screen.modes == [7, 2004, 2026])
        screen.feed("\u{1B}[?25h\u{1B}[?2004l\u{1B}[?2026l")
        #expect(screen.modes == [7, 25])
    }

    @Test func questionsAreAnswered() {
        #expect(emulator("\u{1B}[2;3H\u{1B}[6n").replies == Array("\u{1B}[2;3R".utf8))
        #expect(emulator("\u{1B}[?2026$p\u{1B}[c").replies == Array("\u{1B}[?2026;2$y\u{1B}[?62;22c".utf8))
    }

    @Test func sequencesAndCharactersMayBeCutAnywhere() {
        let output = "\u{1B}[2;3H日\u{1B}[?25lx"
        var screen = TerminalEmulator()
        for byte in Array(output.utf8) { screen.feed([byte]) }
        #expect(screen.text == "\n  日x")
        #expect(!screen.showsCursor && screen.errors.isEmpty)
    }

    @Test(arguments: [
        "\u{1B}[?1003h", "\u{1B}]0;title\u{7}", "\u{1B}c", "\u{1B}[38;5;200m", "\u{1B}[2", "\t", "\u{7F}", "\u{9B}",
        "\u{1B}[5n", "\u{1B}[3J",
    ])
    func unknownSequencesAreErrors(_ output: String) {
        #expect(!emulator(output + "\u{1B}[m").errors.isEmpty)
    }

    @Test func resizingKeepsWhatFitsWithTheLineOfTheCursor() {
        var screen = emulator("a\r\nb\r\n0123456789\r\nd")
        screen.resize(columns: 5, lines: 2)
        #expect(screen.text == "01234\nd")
        #expect(screen.cursor == TerminalEmulator.Position(line: 1, column: 1))
        screen.resize(columns: 12, lines: 3)
        screen.feed("\u{1B}[3;12Hx")
        #expect(screen.text == "01234\nd\n           x")
    }
}
