import Testing

@testable import App

struct DialogsTests {
    @Test func aMenuShowsTheRowsAroundTheSelectedOne() {
        var position = ListPosition()
        position.select(3, of: 4, height: 4)
        let menu = position.menu("Sort", ["name", "day", "time", "size"], width: 8, height: 2, over: .blank) {
            .check($0 == "size", $0)
        }
        #expect(
            menu.screen(columns: 14, lines: 4).text == [
                " ┌─ Sort ───┐", " │ [ ] time │", " │ [x] size │", " └─ ↑ more ─┘",
            ])
    }

    /// Where not all rows fit, the frame says on which sides there are more.
    @Test func aMenuSaysThatThereIsMore() {
        func edge(_ row: Int, height: Int, width: Int = 9) -> String? {
            var position = ListPosition()
            position.select(row, of: 4, height: height)
            let menu = position.menu("Sort", ["a", "b", "c", "d"], width: width, height: height, over: .blank) {
                .text($0)
            }
            return menu.screen(columns: width + 4, lines: height + 2).text.last
        }
        #expect(edge(0, height: 4) == "└───────────┘")
        #expect(edge(0, height: 2) == "└─ ↓ more ──┘")
        #expect(edge(2, height: 2) == "└─ ↑↓ more ─┘")
        #expect(edge(3, height: 2) == "└─ ↑ more ──┘")
        #expect(edge(2, height: 2, width: 5) == "└─ ↑↓… ─┘")
    }

    @Test func aPickerHasOneWayForAllRows() {
        var position = ListPosition()
        let inputs: [TerminalInput] = [
            .key(.down), .text(" "), .key(.enter), .text("s"), .text("q"), .key(.escape), .text("x"),
        ]
        let picks = inputs.map { position.pick($0, of: 3, height: 3, key: "s") }
        #expect(picks == [nil, .toggle, .turnOnAndClose, .close, .close, .close, nil])
        #expect(position.selected == 1)
        #expect(View.radio(true, "name").screen(columns: 8, lines: 1).text == ["(*) name"])
    }

    @Test func aQuestionIsAsWideAsItMayBe() {
        let question = ListPosition().question("Throw the soup away?", ["Keep", "Throw"], width: 12, over: .blank)
        #expect(
            question.screen(columns: 16, lines: 7).text == [
                "┌──────────────┐", "│ Throw the    │", "│ soup away?   │", "│              │", "│ Keep         │",
                "│ Throw        │", "└──────────────┘",
            ])
    }

    @Test func theFirstAnswerMeansNo() {
        func answers(_ inputs: TerminalInput...) -> [Bool?] {
            var position = ListPosition()
            return inputs.map { position.answer($0) }
        }
        #expect(answers(.text("y"), .text("n"), .text("q"), .key(.escape)) == [true, false, false, false])
        #expect(answers(.text("x"), .key(.enter), .key(.down), .key(.enter)) == [nil, false, nil, true])
    }

    @Test func theKeysThatFitAreShown() {
        func line(_ width: Int, help: String? = nil) -> String {
            View.keys(["a add", "q quit"], help: help, width: width).screen(columns: 40, lines: 1).text[0]
        }
        #expect(line(13) == "a add  q quit")
        #expect(line(12) == "a add  …")
        #expect(line(7) == "…")
        #expect(line(21, help: "?") == "a add  q quit  ? help")
        #expect(line(20, help: "?") == "a add  … ? more")
    }

    @Test func meaningsTakeTheLinesThatTheyNeed() {
        let keys = [("↑ ↓", "select the soup above or below"), ("q", "quit")]
        func lines(_ width: Int) -> [String] {
            let lines = View.meanings(of: keys, width: width)
            return View.column(lines.map { .fixed(1, $0) }).screen(columns: width, lines: lines.count).text
        }
        #expect(lines(60) == ["↑ ↓            select the soup above or below", "q              quit"])
        #expect(
            lines(36) == ["↑ ↓            select the soup above", "               or below", "q              quit"])
        #expect(lines(20) == ["↑ ↓", "  select the soup", "  above or below", "q", "  quit"])
    }
}
