import Testing

@testable import App

struct FormTests {
    private enum Field: CaseIterable { case dish, course, servings, isQuick, steps, save }

    private let values: [Field: FormValue] = [
        .dish: .text("Stew"), .course: .choice(["first", "main", "last"], 0),
        .servings: .choice(["none", "one", "two"], 1, isNumbered: true), .isQuick: .flag(false),
        .steps: .other("Chop."),
    ]
    private var form: Form<Field>

    init() {
        form = Form(Field.allCases.dropLast(), button: .save) { [values] in values[$0] ?? .other("") }
    }

    private mutating func press(_ inputs: TerminalInput...) -> [FormValue] {
        inputs.compactMap { form.handle($0, values[form.focused] ?? .other("")) }
    }

    @Test mutating func textIsTypedIntoTheFocusedField() {
        #expect(press(.text("s"), .key(.home), .paste("A ")) == [.text("Stews"), .text("A Stews")])
        form.focused = .steps
        #expect(press(.text("x")) == [])
        form.show(.text("Soup"), in: .dish)
        #expect(form.texts.mapValues(\.text) == [.dish: "Soup"])
    }

    @Test mutating func theFocusGoesAround() {
        #expect(press(.key(.tab), .key(.down), .key(.enter)) == [])
        #expect(form.focused == .isQuick)
        #expect(press(.key(.tab), .key(.tab), .key(.tab)) == [])
        #expect(form.focused == .dish)
        #expect(press(.key(.backTab), .key(.up)) == [])
        #expect(form.focused == .steps)
    }

    @Test mutating func keysChooseValues() {
        form.focused = .course
        #expect(press(.key(.left), .text("  "), .text("1"), .text("   ")).map(\.choice) == [2, 2])
        form.focused = .servings
        #expect(press(.key(.right), .text("0"), .text("1"), .text("3")).map(\.choice) == [2, 0])
        form.focused = .isQuick
        #expect(press(.text(" "), .key(.left)).map(\.choice) == [1, 1])
    }

    @Test mutating func clicksFocusAFieldAndChoose() {
        func clicked(_ line: Int) -> TerminalInput? {
            let view = form.view(labels: 8, height: 6, note: { $0 == .dish ? View.text("cold") : nil }) { [values] in
                ("\($0)", values[$0] ?? .other(""))
            }
            let page = View.column([.share(1, view), .fixed(1, form.button(.text("Save")))])
            return page.screen(columns: 20, lines: 7).input(at: Screen.Position(column: 9, line: line))
        }
        #expect((0...6).map(clicked) == [nil, nil, .rows(1), .rows(2), .rows(3), .rows(4), .rows(5)])
        #expect(press(.rows(1)) == [])
        #expect(clicked(0) == .rows(-1))
        #expect(clicked(2) == .text(" "))
        #expect(press(.rows(3), .rows(9)) == [])
        #expect(form.focused == .save)
        #expect(clicked(6) == .key(.enter))
        #expect(press(.rows(-1)) == [])
        #expect(clicked(5) == .key(.enter))
        #expect(form.left == [.dish, .course, .steps, .save])
    }

    private mutating func shown(height: Int) -> [String] {
        form.view(labels: 8, height: height) { [values] in ("\($0)", values[$0] ?? .other("")) }
            .screen(columns: 20, lines: height).text
    }

    @Test mutating func theFocusedFieldIsVisible() {
        let all = ["dish     Stew", "course   first", "servings one", "isQuick  no", "steps    Chop."]
        #expect(shown(height: 6) == all + [""])
        #expect(shown(height: 2) == Array(all[..<2]))
        form.focused = .isQuick
        #expect(shown(height: 2) == Array(all[2...3]))
        form.focused = .save
        #expect(shown(height: 2) == Array(all[3...]))
    }

    @Test mutating func aNoteStandsBelowItsField() {
        form.focused = .course
        let view = form.view(labels: 8, height: 3, note: { $0 == .dish ? View.text("cold") : nil }) { [values] in
            ("\($0)", values[$0] ?? .other(""))
        }
        #expect(view.screen(columns: 20, lines: 3).text == ["         cold", "course   first", "servings one"])
    }

    @Test mutating func theFieldsThatWereLeftAreKnown() {
        #expect(form.left.isEmpty)
        #expect(press(.text("x"), .key(.tab), .key(.backTab)).count == 1)
        #expect(form.left == [.dish, .course])
        form.leaveAll()
        #expect(form.left == Set(Field.allCases))
    }
}

extension FormValue {
    fileprivate var choice: Int? { if case .choice(_, let index, _) = self { index } else { nil } }
}
