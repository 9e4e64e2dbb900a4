import Testing

@testable import App

struct TextFieldTests {
    @Test func textIsInsertedAtTheCursor() {
        var field = TextField("Dne")
        field.press(.left, .left)
        field.insert("u")
        #expect((field.text, field.cursor) == ("Dune", 2))
        field.press(.home, .delete, .end, .backspace)
        #expect(field.text == "un")
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
        field.insert("Les\r\nMisérables\t\u{1B}[31m\u{9B}")
        #expect(field.text == "Les Misérables [31m")
    }

    @Test func wordsAndLinesAreRemoved() {
        var field = TextField("The Left  Hand ")
        field.press(.control("w"))
        #expect(field.text == "The Left  ")
        field.press(.control("w"), .control("w"), .control("w"))
        #expect(field.text == "")
        field = TextField("of Darkness")
        field.press(.left, .control("k"))
        #expect(field.text == "of Darknes")
        field.press(.left, .control("u"))
        #expect((field.text, field.cursor) == ("s", 0))
        let isEdited = field.edit(.up)
        #expect(!isEdited)
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
