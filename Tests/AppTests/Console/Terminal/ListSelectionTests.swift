import Testing

@testable import App

struct ListSelectionTests {
    private var selection = ListSelection<Int>()

    private mutating func follow(_ rows: some Sequence<Int>, keepsTop: Bool = false) -> Int? {
        let rows = Array(rows)
        selection.follow(rows, height: 5, keepsTop: keepsTop)
        return selection.row(in: rows)
    }

    private mutating func press(_ input: TerminalInput, in rows: ClosedRange<Int>) -> Int? {
        let isMoved = selection.move(input, in: Array(rows), height: 5)
        return isMoved ? selection.row(in: rows.map(\.self)) : nil
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
        let rows = Array(1...9)
        #expect(follow(rows) == 1)
        #expect(selection.marked(in: rows).isEmpty)
        selection.mark(in: rows, height: 5)
        selection.mark(in: rows, height: 5)
        #expect(selection.row(in: rows) == 3)
        #expect(selection.marked(in: rows) == [0, 1])
        // A marked row that isn't shown isn't changed, and keeps its mark.
        #expect(selection.marked(in: Array(2...9)) == [0])
        #expect(selection.marked(in: Array(3...9)).isEmpty)
        _ = press(.text("k"), in: 1...9)
        selection.mark(in: rows, height: 5)
        #expect(selection.marked(in: rows) == [0])
        selection.unmark()
        #expect(selection.marked(in: rows).isEmpty)
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
