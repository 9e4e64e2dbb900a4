import Testing

@testable import App

struct ListPositionTests {
    @Test func keysMoveTheSelectionAndScroll() {
        var position = ListPosition()
        func move(_ input: TerminalInput) -> [Int] {
            let isMoved = position.move(input, of: 10, height: 4)
            #expect(isMoved)
            return [position.selected, position.top]
        }
        #expect(move(.key(.up)) == [0, 0])
        #expect(move(.text("j")) == [1, 0])
        #expect(move(.key(.pageDown)) == [4, 1])
        #expect(move(.key(.pageDown)) == [7, 4])
        #expect(move(.key(.pageDown)) == [9, 6])
        #expect(move(.key(.down)) == [9, 6])
        #expect(move(.text("k")) == [8, 6])
        #expect(move(.key(.pageUp)) == [5, 5])
        #expect(move(.key(.control("d"))) == [7, 5])
        #expect(move(.key(.control("u"))) == [5, 5])
        #expect(move(.key(.home)) == [0, 0])
        #expect(move(.rows(3)) == [3, 0])
        #expect(move(.rows(3)) == [6, 3])
        #expect(move(.rows(-9)) == [0, 0])
        #expect(move(.text("G")) == [9, 6])
        #expect(position.visible(of: 10, height: 4) == 6..<10)
        let isMoved = position.move(.text("x"), of: 10, height: 4)
        #expect(!isMoved)
    }

    @Test func keysScrollAtOnceWhereNoRowIsSelected() {
        var position = ListPosition()
        func scroll(_ input: TerminalInput, of count: Int = 10) -> Range<Int> {
            let isScrolled = position.scroll(input, of: count, height: 4)
            #expect(isScrolled)
            return position.visible(of: count, height: 4)
        }
        #expect(scroll(.key(.down)) == 1..<5)
        #expect(scroll(.key(.pageDown)) == 4..<8)
        #expect(scroll(.key(.pageDown)) == 6..<10)
        #expect(scroll(.text("j")) == 6..<10)
        #expect(scroll(.key(.up)) == 5..<9)
        #expect(scroll(.rows(-3)) == 2..<6)
        #expect(scroll(.text("G")) == 6..<10)
        #expect(scroll(.key(.up), of: 9) == 4..<8)
        #expect(scroll(.text("g")) == 0..<4)
        #expect(scroll(.key(.down), of: 3) == 0..<3)
        let isScrolled = position.scroll(.text("x"), of: 10, height: 4)
        #expect(!isScrolled)
    }

    @Test func aShorterListKeepsTheSelectionInIt() {
        var position = ListPosition()
        position.select(9, of: 10, height: 4)
        position.select(9, of: 3, height: 4)
        #expect([position.selected, position.top] == [2, 0])
        position.select(2, of: 0, height: 4)
        #expect([position.selected, position.top] == [0, 0])
        #expect(position.visible(of: 0, height: 4) == 0..<0)
    }

    @Test func aSmallerWindowKeepsTheSelectionVisible() {
        var position = ListPosition()
        position.select(5, of: 10, height: 8)
        position.select(5, of: 10, height: 3)
        #expect(position.visible(of: 10, height: 3).contains(5))
    }
}
