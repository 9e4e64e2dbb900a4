import Testing

@testable import App

/// Text as a terminal shows it: without control sequences, and in columns.
struct PrintableTextTests {
    @Test(arguments: [
        ("Lima", "Lima"), ("Cien años", "Cien años"), ("\u{1B}[31mred", "␛[31mred"), ("a\u{7}b\u{7F}", "a␇b␡"),
        ("a\u{9B}31m", "a\u{FFFD}31m"), ("tab\there", "tab␉here"), ("line\nbreak", "line␊break"),
        ("\u{202E}gnp.exe", "\u{FFFD}gnp.exe"), ("a\u{2028}b", "a\u{FFFD}b"), ("“quoted” – dash…", "“quoted” – dash…"),
        ("\u{2066}x\u{2069}", "\u{FFFD}x\u{FFFD}"), ("שלום", "שלום"),
        ("a\u{200F}b\u{61C}", "a\u{FFFD}b\u{FFFD}"),
    ])
    func terminalCommandsAreReplacedVisibly(_ text: String, _ expected: String) {
        #expect(text.printable == expected)
        var bytes: [UInt8] = []
        text.appendWithoutControls(to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    /// A terminal shows where an invisible character is; another program gets it. Joiners that shape a script, and
    /// characters that make up an emoji, are not invisible.
    @Test(arguments: [
        ("pay\u{200B}pal", "pay\u{FFFD}pal"), ("\u{FEFF}x", "\u{FFFD}x"), ("a\u{200D}b\u{200C}", "a\u{FFFD}b\u{FFFD}"),
        ("soft\u{AD}", "soft\u{FFFD}"), ("a\u{2060}\u{2063}b", "a\u{FFFD}\u{FFFD}b"), ("\u{3164}", "\u{FFFD}"),
        ("x\u{E0041}\u{E007F}", "x\u{FFFD}\u{FFFD}"),
        ("🏴\u{E0067}\u{E0062}\u{E007F}\u{E0067}", "🏴\u{E0067}\u{E0062}\u{E007F}\u{FFFD}"),
        ("x\u{FE0E}\u{E0101}", "x\u{FE0E}\u{E0101}"),
        ("\u{FE0F}\u{FE0F}x", "\u{FFFD}\u{FFFD}x"), ("1\u{200D}2", "1\u{FFFD}2"),
        ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("क्\u{200D}ष", "क्\u{200D}ष"), ("👩‍👩‍👧 ❤️‍🔥", "👩‍👩‍👧 ❤️‍🔥"),
    ])
    func invisibleCharactersAreShownOnATerminal(_ text: String, _ expected: String) {
        #expect(text.printable.unicodeScalars.elementsEqual(expected.unicodeScalars))
        var bytes: [UInt8] = []
        text.appendWithoutControls(to: &bytes)
        #expect(bytes == Array(text.utf8))
    }

    @Test(arguments: [
        ("", 0), ("Lima", 4), ("años", 4), ("an\u{303}os", 4), ("吾輩は猫である", 14), ("한국", 4), ("ＡＢ", 4), ("📚", 2),
        ("👩‍👩‍👧", 2), ("❤️", 2), ("★★★", 3), ("שלום", 4),
    ])
    func widthInColumns(_ text: String, _ columns: Int) {
        #expect(text.columns == columns)
    }

    @Test(arguments: [
        ("Lemon and Raspberry", 10, "Lemon and…"), ("Lima", 4, "Lima"), ("Lima", 3, "Li…"), ("吾輩は猫", 5, "吾輩…"),
        ("吾輩は猫", 4, "吾…"), ("Lima", 0, ""),
    ])
    func fitting(_ text: String, _ width: Int, _ expected: String) {
        #expect(text.fitted(to: width) == expected)
        #expect(text.fitted(to: width).columns <= width)
    }

    @Test func paragraphsBreakBetweenWords() {
        #expect("The Last Week of December".broken(into: 9) == ["The Last", "Week of", "December"])
        #expect("December\n\nx".broken(into: 5) == ["Decem", "ber", "", "x"])
        #expect("吾輩は猫".broken(into: 5) == ["吾輩", "は猫"])
        #expect("".broken(into: 5) == [""])
    }
}
