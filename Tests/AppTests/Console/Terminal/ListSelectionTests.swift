import Testing

@testable import App

struct ListSelectionTests {
    private struct Row: Identifiable {
        let id: Int
    }

    private var selection = ListSelection<Int>()

    private mutating func follow(_ rows: some Sequence<Int>, keepsTop: Bool = false) -> Int? {
        let rows = rows.map(Row.init)
        selection.follow(rows, height: 5, keepsTop: keepsTop)
        return selection.row(in: rows)?.id
    }

    private mutating func press(_ input: TerminalInput, in rows: ClosedRange<Int>) -> Int? {
        let rows = rows.map(Row.init)
        let isMoved = selection.move(input, in: rows, height: 5)
        return isMoved ? selection.row(in: rows)?.id : nil
    }

    @Test mutating func itStaysOnItsRowWhenTheListChanges() {
        #expect(follow(1...9) == 1)
        #expect(press(.text("j"), in: 1...9) == 2)
        #expect(press(.text("x"), in: 1...9) == nil)
        #expect(follow([9] + Array(1...8)) == 2)
        #expect(follow([9, 1, 3, 4]) == 3)
        // A list that was empty in between is the same list.
        #expect(follow([]) == nil)
        #expect(follow(1...9) == 3)
    }

    @Test mutating func aWantedRowIsSelectedOnceTheListHasItUnlessAKeyMoves() {
        #expect(follow(1...9) == 1)
        selection.want(12)
        #expect(follow(1...9) == 1)
        #expect(follow(1...12) == 12)
        selection.want(14)
        #expect(press(.key(.up), in: 1...12) == 11)
        #expect(follow(1...14) == 11)
    }

    @Test mutating func marksStayWithTheirRows() {
        let rows = (1...9).map(Row.init)
        #expect(follow(1...9) == 1)
        #expect(selection.chosen(in: rows).map(\.id) == [1])
        selection.mark(in: rows, height: 5)
        selection.mark(in: rows, height: 5)
        #expect(selection.row(in: rows)?.id == 3)
        #expect(selection.chosen(in: rows).map(\.id) == [1, 2])
        // A marked row that isn't shown isn't changed, and keeps its mark.
        #expect(selection.chosen(in: Array(rows[1...])).map(\.id) == [2])
        #expect(selection.chosen(in: Array(rows[2...])).map(\.id) == [5])
        _ = press(.text("k"), in: 1...9)
        selection.mark(in: rows, height: 5)
        #expect(selection.marked(in: rows).map(\.id) == [1])
        selection.unmark()
        #expect(selection.chosen(in: rows).map(\.id) == [3])
    }

    @Test mutating func itStaysAtTheTopUntilAKeyMoves() {
        #expect(follow(1...9) == 1)
        #expect(press(.key(.end), in: 1...9) == 9)
        selection.isAtTop = true
        #expect(follow(2...9, keepsTop: true) == 2)
        #expect(follow(3...9) == 3)
        #expect(follow(1...9) == 3)
        selection.isAtTop = true
        #expect(press(.key(.down), in: 1...9) == 4)
        #expect(follow(1...9) == 4)
    }
}
