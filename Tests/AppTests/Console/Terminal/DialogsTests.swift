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
                " ┌─ Sort ───┐", " │ [ ] time │", " │ [x] size │", " └──────────┘",
            ])
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
        #expect(View.keys(["? help", "q quit"], width: 16).screen(columns: 16, lines: 1).text == ["? help  q quit"])
        #expect(View.keys(["? help", "q quit"], width: 13).screen(columns: 16, lines: 1).text == ["? help"])
    }
}
