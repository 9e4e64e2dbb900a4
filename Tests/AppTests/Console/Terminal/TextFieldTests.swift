import Testing

@testable import App

struct TextFieldTests {
    @Test func textIsInsertedAtTheCursor() {
        var field = TextField("Lma")
        field.press(.left, .left)
        field.insert("i")
        #expect((field.text, field.cursor) == ("Lima", 2))
        field.press(.home, .delete, .end, .backspace)
        #expect(field.text == "im")
    }

    @Test func anAccentJoinsTheLetterBeforeIt() {
        var field = TextField("Cafe")
        field.insert("\u{301}")
        #expect((field.text, field.cursor) == ("Café", 4))
        field.press(.backspace)
        #expect(field.text == "Caf")
    }

    @Test func linesBecomeOneAndControlsAreLeftOut() {
        var field = TextField()
        field.insert("Les\r\nCévennes\t\u{1B}[31m\u{9B}")
        #expect(field.text == "Les Cévennes [31m")
    }

    @Test func wordsAndLinesAreRemoved() {
        var field = TextField("The Last  Week ")
        field.press(.control("w"))
        #expect(field.text == "The Last  ")
        field.press(.control("w"), .control("w"), .control("w"))
        #expect(field.text == "")
        field = TextField("of December")
        field.press(.left, .control("k"))
        #expect(field.text == "of Decembe")
        field.press(.left, .control("u"))
        #expect((field.text, field.cursor) == ("e", 0))
        let isEdited = field.edit(.up)
        #expect(!isEdited)
    }

    @Test func theCursorGoesFromWordToWord() {
        var field = TextField("The  Last Week")
        func cursor(after key: Key) -> Int {
            field.press(key)
            return field.cursor
        }
        #expect((0..<4).map { _ in cursor(after: .wordLeft) } == [10, 5, 0, 0])
        #expect((0..<4).map { _ in cursor(after: .wordRight) } == [3, 9, 14, 14])
        #expect(cursor(after: .left) == 13 && cursor(after: .wordLeft) == 10)
    }

    @Test func thePartAroundTheCursorIsVisible() {
        var field = TextField("0123456789")
        #expect(field.window(5) == ("6789", 4))
        #expect(field.window(20) == ("0123456789", 10))
        field.press(.home)
        #expect(field.window(5) == ("012345", 0))
        field = TextField("吾輩は猫")
        #expect(field.window(5) == ("は猫", 4))
        #expect(field.window(1) == ("", 0))
    }
}

extension TextField {
    fileprivate mutating func press(_ keys: Key...) {
        for key in keys {
            let isEdited = edit(key)
            #expect(isEdited)
        }
    }
}
