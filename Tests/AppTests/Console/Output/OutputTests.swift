import Storage
import Synchronization
import Testing

@testable import App

struct OutputTests {
    private struct Row: TableRow {
        let id: String
        let title: String

        static var columns: [Column<Row>] {
            [
                Column(title: "id"), Column(title: "title", style: .strong, share: 24), Column(title: "sub title"),
                Column(title: "ends in", text: { "\($0.id)!" }),
            ]
        }

        func describe(to fields: inout some FieldWriter) {
            fields.field("id", id)
            fields.field("title", title)
            fields.field("subTitle", nil as String?)
            fields.field("isRipe", id == "1")
        }

        static var sample: Row? { Row(id: "", title: "") }
    }

    private static let rows = [Row(id: "1", title: "Lemon and Raspberry"), Row(id: "22", title: "吾輩は\u{1B}猫である")]

    @MainActor
    @Test func aTerminalGetsAlignedColumnsThatFit() {
        let appearance = Console.Appearance(isTerminal: true, width: 25, usesColor: false)
        #expect(
            printed(appearance) { $0.print(Self.rows) } == """
                id  title         ends in
                1   Lemon and R…  1!
                22  吾輩は␛猫で…  22!

                """)
    }

    @MainActor
    @Test func aLongListIsOneArray() throws {
        let rows = (0..<20_001).map { Row(id: "\($0)", title: "") }
        let text = printed(Console.Appearance(isJSON: true)) { $0.print(rows) }
        #expect(text.hasPrefix("[{\"id\":\"0\",") && text.hasSuffix("}]\n"))
        #expect(text.matches(of: /\},\{"id"/).count == 20_000)
    }

    @MainActor
    @Test func chosenColumnsArePrintedInTheirOrder() {
        let columns = ["SubTitle", "title", "isripe", "EndsIn", "ID"]
        let aligned = printed(Console.Appearance(isTerminal: true)) { $0.print(Self.rows, columns: columns) }
        #expect(
            aligned == """
                title                isripe  ends in  id
                Lemon and Raspberry  isRipe  1!       1
                吾輩は␛猫である              22!      22

                """)
        let tabbed = printed(Console.Appearance(isTerminal: false)) { $0.print(Self.rows, columns: columns) }
        #expect(tabbed == "\tLemon and Raspberry\tisRipe\t\t1\n\t吾輩は␛猫である\t\t\t22\n")
        let json = printed(Console.Appearance(isJSON: true)) {
            $0.print(Self.rows, columns: ["isripe", "SubTitle", "ID", "id", "none"])
        }
        #expect(json == #"[{"isRipe":true,"id":"1"},{"isRipe":false,"id":"22"}]"# + "\n")
    }

    @MainActor
    @Test func aPipeGetsTheSameTableIfColorIsAlwaysAskedFor() {
        var appearance = Console.Appearance(isTerminal: true, width: 40, usesColor: true)
        let onTerminal = printed(appearance) { $0.print(Self.rows) }
        appearance.isTerminal = false
        #expect(printed(appearance) { $0.print(Self.rows) }.contains("\t"))
        appearance.forcesTables = true
        #expect(printed(appearance) { $0.print(Self.rows) } == onTerminal)
    }

    @Test func theNamesOfTheColumnsAreThoseOfTheDescription() {
        #expect(Row.fieldNames == ["id", "title", "subTitle", "isRipe"])
        #expect(Setting.Row.fieldNames == ["key", "value", "chosen"])
    }

    private struct City: TableRow {
        static var columns: [Column<City>] {
            [
                Column(title: "id", importance: 3), Column(title: "name", share: 24, importance: 4),
                Column(title: "rivers", share: 14, importance: 1), Column(title: "climate"), Column(title: "rank"),
                Column(title: "near to", share: 10, importance: 2),
            ]
        }

        func describe(to fields: inout some FieldWriter) {
            fields.field("id", "000000000001")
            fields.field("name", "The Gulf Port of Savannah")
            fields.field("rivers", "Savannah and Ogeechee")
            fields.field("climate", "temperate")
            fields.field("rank", "★★★★★")
            fields.field("nearTo", "San José del Valle")
        }

        static var sample: City? { City() }
    }

    @MainActor
    @Test(arguments: 1...120) func aTableFitsAnyWidthAndTearsNoTitle(width: Int) {
        expectFit(City(), width: width)
        expectFit(Setting.Row(name: "server", text: "https://cities.example/names", isChosen: true), width: width)
    }

    @MainActor
    @Test func theLeastImportantColumnsAreLeftOutFirst() {
        #expect(
            printed(Console.Appearance(isTerminal: true, width: 40)) { $0.print([City()]) } == """
                id            name               near to
                000000000001  The Gulf Port of…  San Jo…

                """)
    }

    @MainActor
    @Test func aPipeGetsAllValuesSeparatedByTabs() {
        let appearance = Console.Appearance(isTerminal: false, width: 16)
        #expect(
            printed(appearance) { $0.print(Self.rows) }
                == "1\tLemon and Raspberry\t\tisRipe\n22\t吾輩は␛猫である\t\t\n")
    }

    private struct Everything: Described {
        func describe(to fields: inout some FieldWriter) {
            fields.field("text", "a\tb")
            fields.field("noText", nil as String?)
            fields.field("someTexts", ["a", "b"])
            fields.field("noTexts", [])
            fields.field("number", 3)
            fields.field("noNumber", nil as Int?)
            fields.field("average", 4.333)
            fields.field("yes", true)
            fields.field("no", false)
            fields.field("byYear", label: "in ", [("2025", 0), ("2026", 2)])
        }
    }

    @MainActor
    @Test func oneDescriptionDefinesAllOutputFormats() {
        let fields = [
            "text", "a␉b", "some texts", "a; b", "number", "3", "average", "4.33", "yes", "yes", "in 2025", "0",
        ]
        let pairs = stride(from: 0, to: fields.count, by: 2).map { (fields[$0], fields[$0 + 1]) } + [("in 2026", "2")]
        #expect(
            printed(Console.Appearance(isTerminal: false)) { $0.printFields(Everything()) }
                == pairs.map { "\($0)\t\($1)\n" }.joined())
        #expect(
            printed(Console.Appearance(isTerminal: true)) { $0.printFields(Everything()) }
                == pairs.map { "\($0.padded(to: 10))  \($1)\($0 == "in 2026" ? "  ██" : "")\n" }.joined())
        #expect(
            printed(Console.Appearance(isJSON: true)) { $0.printFields(Everything()) } == """
                {"text":"a\\tb","someTexts":["a","b"],"noTexts":[],"number":3,"average":4.33,"yes":true,"no":false,\
                "byYear":{"2025":0,"2026":2}}

                """)
    }

    private struct Numbers: Described {
        func describe(to fields: inout some FieldWriter) {
            fields.field("notes", 153)
            fields.field("byYear", label: "", [("2024", 0), ("2025", 1), ("2026", 152)])
            fields.field("byMonth", label: "", [("May", 2), ("June", 1)])
        }
    }

    /// A block is one unit where the largest number fits; a number other than 0 has a block.
    @MainActor
    @Test func barsOnATerminalFitIt() {
        func lines(width: Int) -> [String] {
            printed(Console.Appearance(isTerminal: true, width: width)) { $0.printFields(Numbers()) }
                .split(separator: "\n").map(String.init)
        }
        let numbers = ["notes  153", "2024   0", "2025   1", "2026   152", "May    2", "June   1"]
        #expect(
            lines(width: 20) == [
                numbers[0], numbers[1], numbers[2] + "    █", numbers[3] + "  ████████", numbers[4] + "  ██",
                numbers[5] + "  █",
            ])
        #expect(lines(width: 11) == numbers.map { ["May    2", "June   1"].contains($0) ? $0 + "  █" : $0 })
        for width in 1...10 { #expect(lines(width: width) == numbers) }
        for width in 11...200 { #expect(lines(width: width).allSatisfy { $0.columns <= width }) }
        #expect(lines(width: 200)[3].count { $0 == "█" } == 152)
    }

    @MainActor
    @Test func thereAreBarsOnlyInTablesForPeople() {
        func hasBars(_ appearance: Console.Appearance) -> Bool {
            printed(appearance) { $0.printFields(Numbers()) }.contains("█")
        }
        #expect(hasBars(Console.Appearance(forcesTables: true)))
        #expect(
            printed(Console.Appearance(isTerminal: true, barCharacter: { "#" })) { $0.printFields(Numbers()) }
                .contains("May    2  ##\n"))
        #expect(!hasBars(Console.Appearance(isTerminal: true, barCharacter: { nil })))
        #expect(!hasBars(Console.Appearance(isTerminal: false)))
        #expect(!hasBars(Console.Appearance(isJSON: true, isTerminal: true)))
    }

    @MainActor
    @Test(arguments: [false, true]) func aFixedWidthStaysWhenTheTerminalChanges(isFixed: Bool) {
        let console = Console(
            Console.Appearance(width: 40, hasFixedWidth: isFixed, height: 6), results: OutputBuffer { _ in },
            messages: OutputBuffer { _ in })
        #expect(console.resize(to: TerminalSize(columns: 60, lines: 6)) == !isFixed)
        #expect(console.resize(to: TerminalSize(columns: 60, lines: 9)))
        #expect(console.appearance.width == (isFixed ? 40 : 60))
        #expect(console.appearance.height == 9)
    }

    /// Progress is replaced by the next progress, and removed before anything else is written. It goes to standard
    /// error, as the terminal of both streams shows it.
    @MainActor
    @Test func progressLeavesNothingBehind() {
        let terminal = Mutex<[UInt8]>([])
        let results = Mutex<[UInt8]>([])
        func console(_ appearance: Console.Appearance) -> Console {
            terminal.withLock { $0 = [] }
            results.withLock { $0 = [] }
            return Console(
                appearance,
                results: OutputBuffer { buffer in
                    results.withLock { $0 += Array(buffer) }
                    terminal.withLock { $0 += Array(buffer) }
                }, messages: OutputBuffer { buffer in terminal.withLock { $0 += Array(buffer) } })
        }
        for write: (Console) -> Void in [
            { $0.say("Done.") }, { $0.complain("no") }, { $0.print("row") }, { $0.pass(on: Array("row\n".utf8)) },
            { _ = $0.flush() },
        ] {
            let console = console(Console.Appearance(width: 12, showsProgress: true))
            console.showProgress("10 of 20 rows of a list")
            console.showProgress("20 of 20")
            write(console)
            _ = console.flush()
            let text = String(decoding: terminal.withLock { $0 }, as: UTF8.self)
            #expect(text.hasPrefix("\r10 of 20 r…\r20 of 20   \r        \r"))
            #expect(text.split(separator: "\r", omittingEmptySubsequences: false).count == 5)
            #expect(["", "row\n"].contains(String(decoding: results.withLock { $0 }, as: UTF8.self)))
        }
        for appearance in [Console.Appearance(), Console.Appearance(showsProgress: true, isQuiet: true)] {
            let console = console(appearance)
            console.showProgress("20 of 20")
            _ = console.flush()
            #expect(terminal.withLock { $0 }.isEmpty)
        }
    }

    /// Long lists are formatted in parallel.
    @MainActor
    @Test(arguments: [0, 1, 499, 500, 501, 1700])
    func aLongListKeepsTheOrderOfItsRows(count: Int) {
        let titles = ["Lima", "吾輩は猫である", "a\tb", "l’été"]
        let rows = (0..<count).map { Row(id: "\($0)", title: titles[$0 % 4]) }
        let lines = rows.map { "\($0.id)\t\($0.title.printable)\t\t\($0.id == "1" ? "isRipe" : "")\n" }.joined()
        #expect(printed(Console.Appearance(isTerminal: false)) { $0.print(rows) } == lines)
        let objects = rows.map { row in
            let title = row.title.replacing("\t", with: "\\t")
            return "{\"id\":\"\(row.id)\",\"title\":\"\(title)\",\"isRipe\":\(row.id == "1")}"
        }
        let array = "[" + objects.joined(separator: ",") + "]\n"
        for isTerminal in [false, true] {
            #expect(
                printed(Console.Appearance(isJSON: true, isTerminal: isTerminal)) { $0.print(rows) } == array)
        }
    }

    @MainActor
    @Test func colorSurroundsPrintableText() {
        let appearance = Console.Appearance(isTerminal: true, usesColor: true)
        #expect(printed(appearance) { $0.print("a\u{1B}b", .strong) } == "\u{1B}[1ma␛b\u{1B}[0m\n")
    }

    @MainActor
    @Test(arguments: [false, true])
    func jsonEscapesCharactersThatNoTerminalMayGet(isTerminal: Bool) {
        let write: (Console) -> Void = { $0.printJSON { $0.string("a\u{9B}b\u{7F}\u{202E}\u{200F}") } }
        #expect(
            printed(Console.Appearance(isTerminal: isTerminal), write) == #""a\u009bb\u007f\u202e\u200f""# + "\n")
    }
}
