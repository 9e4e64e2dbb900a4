import Testing

@testable import App

/// Which keys and texts the bytes from a terminal mean.
struct InputReaderTests {
    private static let inputs: [(bytes: String, inputs: [TerminalInput])] = [
        ("q", [.text("q")]),
        ("Émile 吾輩 👩‍🚀", [.text("Émile 吾輩 👩‍🚀")]),
        ("\r", [.key(.enter)]), ("\n", [.key(.enter)]), ("\t", [.key(.tab)]), ("\u{1B}[Z", [.key(.backTab)]),
        ("\u{7F}", [.key(.backspace)]), ("\u{8}", [.key(.backspace)]), ("\u{1B}[3~", [.key(.delete)]),
        ("\u{1B}[A", [.key(.up)]), ("\u{1B}OB", [.key(.down)]), ("\u{1B}[1;5C", [.key(.wordRight)]),
        ("\u{1B}[D", [.key(.left)]), ("\u{1B}[H", [.key(.home)]), ("\u{1B}[4~", [.key(.end)]),
        ("\u{1B}[5~\u{1B}[6~", [.key(.pageUp), .key(.pageDown)]),
        ("\u{3}\u{13}", [.key(.control("c")), .key(.control("s"))]),
        ("a\u{1B}[Ab", [.text("a"), .key(.up), .text("b")]),
        ("\u{1B}[200~two\r\nlines \u{1B}[A\u{1B}[201~x", [.paste("two\r\nlines \u{1B}[A"), .text("x")]),
        // What has no meaning here types nothing.
        ("\u{1B}[15~z", [.text("z")]), ("\u{1B}xz", [.text("z")]),
        // F1 on the Linux console.
        ("\u{1B}[[Az", [.text("z")]),
        // What a terminal would answer to another program.
        ("\u{1B}[?2026;2$y\u{1B}[?62;4cz", [.text("z")]),
        ("\u{1B}]0;title\u{7}z", [.text("z")]), ("\u{1B}P1$r0m\u{1B}\\z", [.text("z")]), ("\u{0}z", [.text("z")]),
    ]

    @Test(arguments: inputs) func bytesAreInputs(_ bytes: String, _ inputs: [TerminalInput]) {
        let reader = Reader()
        let found = reader.read(bytes.utf8)
        #expect(texts(found) == texts(inputs))
        #expect(found.filter { !$0.isText } == inputs.filter { !$0.isText })
        #expect(!reader.isUndecided)
    }

    /// Presses of the left button and steps of the wheel, perhaps with Control; nothing else that a mouse can do.
    @Test(arguments: [
        ("<0;3;4m", TerminalInput.click(Screen.Position(column: 2, line: 3))),
        ("<16;1;200m", .click(Screen.Position(column: 0, line: 199))),
        ("<64;3;4M", .rows(-3)), ("<65;3;4M", .rows(3)), ("<81;3;4M", .rows(3)),
        ("<0;3;4M", nil), ("<1;3;4m", nil), ("<64;3;4m", nil), ("<2;3;4M", nil), ("<32;3;4M", nil), ("<66;3;4M", nil),
        ("<-64;3;4M", nil),
        ("<0;3m", nil), ("<0;3;4;5m", nil), ("<;;m", nil), ("<m", nil), ("<0;0;4m", nil),
        ("<0;3;99999999999999999999m", nil), ("<<0;3;4m", nil), ("<0:3;4m", nil),
        // Without mode 1006.
        ("M !!", nil), ("M#\u{7F}q", nil),
    ])
    func theMouseClicksAndScrolls(_ sequence: String, _ input: TerminalInput?) {
        let reader = Reader()
        #expect(reader.read("\u{1B}[\(sequence)z".utf8) == [input, .text("z")].compactMap(\.self))
        // However late each byte arrives.
        let bytes = "[\(sequence)z".utf8.dropFirst()
        #expect(reader.readApart("\u{1B}[") == [])
        #expect(
            bytes.flatMap { reader.readApart(String(Unicode.Scalar($0))) } == [input, .text("z")].compactMap(\.self))
    }

    /// The digits of a late rest would be commands.
    @Test func theRestOfAClickMayBeLate() {
        let reader = Reader()
        for bytes in ["\u{1B}[<", "0;1", "2", ";", "5"] {
            #expect(reader.read(bytes.utf8) == [])
            #expect(reader.decide() == nil)
        }
        #expect(reader.read("m".utf8) == [.click(Screen.Position(column: 11, line: 4))])
        // The rest never came.
        #expect(reader.read("\u{1B}[<0;1".utf8) == [])
        #expect(reader.read("q/\u{1B}[<0\u{1B}[Aé".utf8) == [.text("q"), .text("/"), .key(.up), .text("é")])
        #expect(reader.read("\u{1B}[M \u{3}".utf8) == [.key(.control("c"))])
    }

    @Test func aLoneEscapeIsAKeyOnceNothingFollows() {
        let reader = Reader()
        #expect(reader.read([0x1B]) == [])
        #expect(reader.isUndecided)
        #expect(reader.decide() == .key(.escape))
        #expect(reader.decide() == nil)
        #expect(reader.read([0x1B]) == [])
        #expect(reader.read(Array("[A".utf8)) == [.key(.up)])
        #expect(reader.read([0x1B, 0x1B]) == [.key(.escape)])
        #expect(reader.decide() == .key(.escape))
    }

    /// A terminal sends Alt and a key together; people need longer. A slow line may split a sequence.
    @Test func escapeAndTheNextKeyAreTwoUnlessTheyArriveTogether() {
        let reader = Reader()
        #expect(reader.readApart("\u{1B}", "x", "y") == [.key(.escape), .text("x"), .text("y")])
        #expect(reader.readApart("a\u{1B}", "é") == [.text("a"), .key(.escape), .text("é")])
        #expect(reader.readApart("\u{1B}", "\u{1B}", "\r") == [.key(.escape), .key(.escape), .key(.enter)])
        #expect(reader.readApart("\u{1B}x", "y") == [.text("y")])
        #expect(reader.readApart("\u{1B}", "[", "A", "\u{1B}", "OB") == [.key(.up), .key(.down)])
        #expect(reader.readApart("\u{1B}[200~a\u{1B}", "b\u{1B}", "[201~") == [.paste("a\u{1B}b")])
    }

    /// The connection broke during the paste. Within a paste it is a character like others.
    @Test func controlCAloneEndsAPaste() {
        let reader = Reader()
        #expect(reader.read("\u{1B}[200~Lima\u{3}".utf8) == [])
        #expect(reader.read("\u{1B}[201~".utf8) == [.paste("Lima\u{3}")])
        #expect(reader.interrupt() == nil)
        #expect(reader.read("\u{1B}[200~Lima\u{3}".utf8) == [])
        #expect(reader.interrupt() == .key(.control("c")))
        #expect(reader.read("q".utf8) == [.text("q")])
    }

    /// Each sequence that a key or a mouse sends, cut at each byte, with pauses in which the escape becomes a key; the second
    /// part perhaps cut again.
    @Test(arguments: [
        ("[A", Key.up), ("OB", .down), ("[1;5C", .wordRight), ("[1;3D", .wordLeft), ("[1;2D", .left),
        ("[5~", .pageUp), ("[6~", .pageDown), ("[3~", .delete),
        ("[Z", .backTab), ("OM", .enter), ("[15~", nil), ("OP", nil), ("[[A", nil), ("[1;5P", nil), ("[I", nil),
    ])
    func aSequenceThatComesApartTypesNothing(_ sequence: String, _ key: Key?) {
        let bytes = Array("\u{1B}\(sequence)".utf8)
        for first in 1..<bytes.count {
            for second in first...bytes.count {
                for isLong in [false, true] where !isLong || second == bytes.count {
                    let reader = Reader()
                    var found: [TerminalInput] = []
                    for part in [bytes[..<first], bytes[first..<second], bytes[second...]] where !part.isEmpty {
                        found += reader.readTogether(part) + [reader.decide()].compactMap(\.self)
                        if isLong { found += [reader.settle()].compactMap(\.self) }
                    }
                    found += reader.readTogether(Array("z".utf8))
                    let escape: [TerminalInput] = first == 1 ? [.key(.escape)] : []
                    #expect(found == escape + (key.map { [.key($0)] } ?? []) + [.text("z")], "\(first), \(second)")
                }
            }
        }
    }

    /// What is typed after the Escape key, soon or long after it.
    @Test(arguments: ["[", "O", "[a", "Or", "Oé", "[ ", "x", "5", "~", "ab["]) func whatIsTypedAfterEscapeIsKept(
        _ text: String
    ) {
        for isLong in [false, true] {
            let reader = Reader()
            var found = reader.readTogether([0x1B]) + [reader.decide()].compactMap(\.self)
            if isLong { found += [reader.settle()].compactMap(\.self) }
            for character in text { found += reader.readTogether(Array(String(character).utf8)) }
            // An opening byte soon after the key waits for the next one.
            found += reader.readTogether(Array("é".utf8))
            #expect(found.first == .key(.escape))
            #expect(texts(found) == text + "é", "\(isLong)")
        }
    }

    @Test func anOpeningByteThatNothingFollowsWasTyped() {
        let reader = Reader()
        #expect(reader.readTogether([0x1B]) == [])
        #expect(reader.decide() == .key(.escape))
        #expect(reader.readTogether("O".utf8) == [])
        #expect(reader.decide() == nil)
        #expect(reader.settle() == .text("O"))
        #expect(reader.readTogether("K".utf8) == [.text("K")])
    }

    /// Alt and O.
    @Test func whatEndsNoSequenceIsAnInputOfItsOwn() {
        for opening in ["[", "O"] {
            let reader = Reader()
            #expect(reader.readTogether("\u{1B}\(opening)".utf8) == [])
            #expect(reader.decide() == nil)
            #expect(reader.readTogether("\u{1B}[A".utf8) == [.key(.up)])
            #expect(reader.readTogether("\u{1B}\(opening)\u{3}".utf8) == [.key(.control("c"))])
            #expect(reader.readTogether("\u{1B}\(opening)é".utf8) == [.text("é")])
        }
    }

    @Test func aSequenceThatNeverEndsIsDropped() {
        let reader = Reader()
        #expect(reader.read(Array("\u{1B}[12".utf8)) == [])
        #expect(reader.decide() == nil)
        // The end, for all that is known.
        #expect(reader.read(Array("qq".utf8)) == [.text("q")])
        #expect(reader.read(Array("\u{1B}]".utf8) + Array(repeating: 0x61, count: 4_094)) == [])
        #expect(reader.read(Array("q".utf8)) == [.text("q")])
    }

    @Test func bytesThatAreNotUTF8TypeNothing() {
        let reader = Reader()
        #expect(reader.read([0xFF, 0x71, 0xC3]) == [.text("q")])
        #expect(reader.read([0xA9]) == [.text("é")])
        // A sequence after the beginning of a character, as a terminal that isn't set to UTF-8 sends them.
        #expect(reader.read([0xE9, 0x1B, 0x5B, 0x41]) == [.key(.up)])
    }

    @Test func aMegabyteIsPastedInOnePiece() {
        let reader = Reader()
        let text = String(repeating: "Lima\n", count: 200_000)
        #expect(reader.read("\u{1B}[200~\(text)\u{1B}[201~".utf8) == [.paste(text)])
    }

    private func texts(_ inputs: [TerminalInput]) -> String {
        inputs.map { if case .text(let text) = $0 { text } else { "" } }.joined()
    }
}

extension TerminalInput {
    fileprivate var isText: Bool { if case .text = self { true } else { false } }
}

/// A reader whose methods can be called in an expectation.
private final class Reader {
    private var reader = InputReader()

    var isUndecided: Bool { reader.isUndecided }

    func read(_ bytes: some Sequence<UInt8>) -> [TerminalInput] { bytes.compactMap { reader.read($0) } }

    /// What bytes mean that don't arrive together.
    func readApart(_ texts: String...) -> [TerminalInput] {
        texts.flatMap { readTogether(Array($0.utf8)) }
    }

    func readTogether(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
        bytes.flatMap { [reader.decide(before: $0), reader.read($0)].compactMap(\.self) }
            + [reader.pause()].compactMap(\.self)
    }

    func settle() -> TerminalInput? { reader.settle() }

    func decide() -> TerminalInput? { reader.decide() }

    func interrupt() -> TerminalInput? { reader.interrupt() }
}
