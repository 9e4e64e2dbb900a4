import Testing

@testable import App

/// Texts on a grid of characters, and views on it.
struct ScreenTests {
    private func screen(_ columns: Int, _ view: View, lines: Int = 1) -> [String] {
        view.screen(columns: columns, lines: lines).text
    }

    @Test func textThatDoesNotFitEndsInAnEllipsis() {
        #expect(screen(6, .text("Strawberries")) == ["Straw…"])
        #expect(screen(6, .text("吾輩は猫である")) == ["吾輩…"])
        #expect(screen(7, .text("👩‍🚀👩‍🚀👩‍🚀👩‍🚀")) == ["👩‍🚀👩‍🚀👩‍🚀…"])
        #expect(screen(4, .text("e\u{301}te\u{301}")) == ["été"])
        #expect(screen(0, .text("Lima")) == [""])
        // Each of these characters has two letters, for which terminals use two columns.
        #expect(screen(4, .text("น้ำน้ำ")) == ["น้ำน้ำ"])
        #expect(screen(3, .text("น้ำน้ำ")) == ["น้ำ…"])
    }

    @Test func noControlSequenceReachesTheScreen() {
        #expect(screen(20, .text("a\u{1B}[2Jb\u{9B}1m\nc")) == ["a␛[2Jb\u{FFFD}1m␊c"])
    }

    @Test func halfOfAWideCharacterIsNeverLeft() {
        var screen = Screen(columns: 6, lines: 1)
        screen.write("吾輩は", at: Screen.Position(column: 0, line: 0), width: 6)
        screen.write("x", at: Screen.Position(column: 1, line: 0), width: 1)
        #expect(screen.text == [" x輩は"])
        screen.write("x", at: Screen.Position(column: 4, line: 0), width: 1)
        #expect(screen.text == [" x輩x"])
        screen.fill(Area(left: 3, top: 0, width: 1, height: 1))
        #expect(screen.text == [" x  x"])
    }

    @Test func writingOutsideOfTheScreenDoesNothing() {
        var screen = Screen(columns: 3, lines: 1)
        screen.write("abc", at: Screen.Position(column: 0, line: 1), width: 3)
        screen.write("abc", at: Screen.Position(column: 3, line: 0), width: 3)
        screen.write("abcdef", at: Screen.Position(column: 1, line: 0), width: 9)
        #expect(screen.text == [" a…"])
    }

    @Test func partsShareWhatFixedOnesLeave() {
        let row = View.row([.fixed(2, .text("ab")), .share(2, .text("cccccc")), .share(1, .text("ddd"))])
        #expect(screen(13, row) == ["ab cccccc ddd"])
        #expect(screen(10, row) == ["ab ccc… d…"])
        #expect(screen(1, row) == [""])
        let column = View.column([.fixed(1, .text("1")), .share(1, .text("2")), .fixed(1, .text("3"))])
        #expect(screen(1, column, lines: 4) == ["1", "2", "", "3"])
        #expect(screen(1, column, lines: 1) == ["1"])
    }

    @Test func aParagraphThatDoesNotFitEndsInAnEllipsis() {
        #expect(screen(5, .paragraph("one two three"), lines: 1) == ["one…"])
        #expect(screen(5, .paragraph("one two three"), lines: 2) == ["one", "two…"])
        #expect(screen(5, .paragraph("three one"), lines: 1) == ["thre…"])
        #expect(screen(5, .paragraph("one"), lines: 1) == ["one"])
    }

    @Test func aDialogIsInTheMiddleOfWhatItCovers() {
        let view = View.dialog(
            title: "Sort", width: 6, height: 1, .text("by day"),
            over: .column((0..<5).map { _ in .fixed(1, .text("..............")) }))
        #expect(
            screen(14, view, lines: 5) == [
                "..............",
                "..┌─ Sort ─┐..",
                "..│ by day │..",
                "..└────────┘..",
                "..............",
            ])
    }

    @Test func aClickOnARowSelectsIt() {
        let list = View.list(["a", "b", "c"].map { .text($0) }, selected: 1)
        func clicks(_ view: View, column: Int = 4) -> [TerminalInput?] {
            let screen = view.screen(columns: 12, lines: 5)
            return (0..<5).map { screen.input(at: Screen.Position(column: column, line: $0)) }
        }
        let inputs: [TerminalInput?] = [.rows(-1), .key(.enter), .rows(1)]
        #expect(clicks(.column([.fixed(1, .blank), .share(1, list)])) == [nil] + inputs + [nil])
        #expect(clicks(.row([.fixed(4, list), .share(1, .blank)])) == [nil, nil, nil, nil, nil])
        #expect(clicks(.row([.fixed(5, list), .share(1, .blank)])) == inputs + [nil, nil])
        #expect(clicks(.list([.text("a")], selected: nil)) == [nil, nil, nil, nil, nil])
        #expect(clicks(.target(nil, list)) == [nil, nil, nil, nil, nil])
        // What a dialog covers, or leaves visible, isn't reached.
        let answers = View.list([.text("x"), .text("y")], selected: 0)
        let dialog = View.dialog(title: "", width: 6, height: 2, answers, over: list)
        #expect(clicks(dialog) == [nil, .key(.enter), .rows(1), nil, nil])
    }

    @Test func theCursorIsOnTheFocusedRowOrInTheField() {
        let rows = View.list([.text("a"), .text("b")], selected: 1)
        #expect(rows.screen(columns: 5, lines: 2).cursor == Screen.Position(column: 0, line: 1))
        let field = View.row([.fixed(2, .text("To")), .share(1, .field(TextField("吾輩"), isFocused: true))])
        #expect(field.screen(columns: 20, lines: 1).cursor == Screen.Position(column: 7, line: 0))
        let both = View.column([.fixed(1, field), .share(1, .list([.text("a")], selected: 0, isFocused: false))])
        #expect(both.screen(columns: 20, lines: 2).cursor == Screen.Position(column: 7, line: 0))
    }
}
