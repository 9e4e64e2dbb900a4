import Data
import Domain
import Synchronization
import Storage
import Testing

@testable import App

struct OutputTests {
    @Test(arguments: [
        ("Dune", "Dune"), ("Cien años", "Cien años"), ("\u{1B}[31mred", "␛[31mred"), ("a\u{7}b\u{7F}", "a␇b␡"),
        ("a\u{9B}31m", "a\u{FFFD}31m"), ("tab\there", "tab␉here"), ("line\nbreak", "line␊break"),
        ("\u{202E}gnp.exe", "\u{FFFD}gnp.exe"), ("a\u{2028}b", "a\u{FFFD}b"), ("“quoted” – dash…", "“quoted” – dash…"),
        ("\u{2066}x\u{2069}", "\u{FFFD}x\u{FFFD}"), ("שלום", "שלום"),
    ])
    func whatCommandsATerminalIsReplacedVisibly(_ text: String, _ expected: String) {
        #expect(text.printable == expected)
    }

    @Test(arguments: [
        ("", 0), ("Dune", 4), ("años", 4), ("an\u{303}os", 4), ("吾輩は猫である", 14), ("한국", 4), ("ＡＢ", 4), ("📚", 2),
        ("👩‍👩‍👧", 2), ("❤️", 2), ("★★★", 3), ("שלום", 4),
    ])
    func widthInColumns(_ text: String, _ columns: Int) {
        #expect(text.columns == columns)
    }

    @Test(arguments: [
        ("Pride and Prejudice", 10, "Pride and…"), ("Dune", 4, "Dune"), ("Dune", 3, "Du…"), ("吾輩は猫", 5, "吾輩…"),
        ("吾輩は猫", 4, "吾…"), ("Dune", 0, ""),
    ])
    func fitting(_ text: String, _ width: Int, _ expected: String) {
        #expect(text.fitted(to: width) == expected)
        #expect(text.fitted(to: width).columns <= width)
    }

    @Test(
        arguments: [
            (nil, [:], .auto, true, true), (nil, [:], .auto, false, false),
            (nil, ["NO_COLOR": "1"], .auto, true, false),
            (nil, ["NO_COLOR": ""], .auto, true, true), (nil, ["TERM": "dumb"], .auto, true, false),
            (nil, ["NO_COLOR": "1"], .always, true, false), (nil, [:], .always, false, true),
            (nil, [:], .never, true, false),
            (.always, ["NO_COLOR": "1"], .never, false, true), (.never, [:], .always, true, false),
            (.auto, ["NO_COLOR": "1"], .always, true, false),
        ] as [(ColorChoice?, [String: String], ColorChoice, Bool, Bool)])
    func colorIsUsed(
        _ option: ColorChoice?, _ variables: [String: String], _ preference: ColorChoice, _ isTerminal: Bool,
        _ expected: Bool
    ) {
        let used = ColorChoice.usesColor(
            option: option, variables: variables, preference: preference, isTerminal: isTerminal)
        #expect(used == expected)
    }

    @MainActor
    private func printed(_ appearance: Console.Appearance, _ print: (Console) -> Void) -> String {
        let bytes = Mutex<[UInt8]>([])
        let results = OutputBuffer { buffer in bytes.withLock { $0 += Array(buffer) } }
        let console = Console(appearance, results: results, messages: OutputBuffer { _ in })
        print(console)
        #expect(console.flush() == nil)
        return String(decoding: bytes.withLock { $0 }, as: UTF8.self)
    }

    private struct Row {
        let id: String
        let title: String
    }

    private static var table: Table<Row> {
        Table(
            columns: [
                Column("id") { $0.id }, Column("title", share: 24, style: { _ in .strong }) { $0.title },
                Column("empty") { _ in "" },
            ],
            values: { line, row in
                line.value(row.id)
                line.value(row.title)
                line.value(nil)
            },
            json: { json, row in json.string(row.id) })
    }

    private static let rows = [Row(id: "1", title: "Pride and Prejudice"), Row(id: "22", title: "吾輩は\u{1B}猫である")]

    @MainActor
    @Test func aTerminalGetsAlignedColumnsThatFit() {
        let appearance = Console.Appearance(isTerminal: true, width: 16, usesColor: false)
        #expect(
            printed(appearance) { Self.table.print(Self.rows, to: $0) } == """
                id  title
                1   Pride and P…
                22  吾輩は␛猫で…

                """)
    }

    @MainActor
    @Test func aPipeGetsAllValuesWithTabsBetween() {
        let appearance = Console.Appearance(isTerminal: false, width: 16)
        #expect(
            printed(appearance) { Self.table.print(Self.rows, to: $0) }
                == "1\tPride and Prejudice\t\n22\t吾輩は␛猫である\t\n")
    }

    /// Long lists are written in parts, side by side.
    @MainActor
    @Test(arguments: [0, 1, 499, 500, 501, 1700])
    func aLongListIsWrittenAsARowAfterTheOther(count: Int) {
        let titles = ["Emma", "吾輩は猫である", "a\tb", "l’été"]
        let rows = (0..<count).map { Row(id: "\($0)", title: titles[$0 % 4]) }
        let lines = rows.map { "\($0.id)\t\($0.title.printable)\t\n" }.joined()
        #expect(printed(Console.Appearance(isTerminal: false)) { Self.table.print(rows, to: $0) } == lines)
        let array = "[" + rows.map { "\"\($0.id)\"" }.joined(separator: ",") + "]\n"
        for isTerminal in [false, true] {
            #expect(
                printed(Console.Appearance(isTerminal: isTerminal)) { Self.table.printJSON(rows, to: $0) } == array)
        }
    }

    @MainActor
    @Test func colorSurroundsTextThatIsPrintable() {
        let appearance = Console.Appearance(isTerminal: true, usesColor: true)
        #expect(printed(appearance) { $0.print("a\u{1B}b", .strong) } == "\u{1B}[1ma␛b\u{1B}[0m\n")
    }

    @MainActor
    @Test func jsonKeepsWhatATerminalMustNotSee() {
        let write: (Console) -> Void = { $0.printJSON { $0.string("a\u{9B}b") } }
        #expect(printed(Console.Appearance(isTerminal: false), write) == "\"a\u{9B}b\"\n")
        #expect(printed(Console.Appearance(isTerminal: true), write) == "\"a\u{FFFD}b\"\n")
    }
}
