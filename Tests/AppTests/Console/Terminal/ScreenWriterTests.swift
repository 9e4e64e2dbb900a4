import Testing

@testable import App

/// The bytes that make a terminal show a screen.
struct ScreenWriterTests {
    private func screen(_ text: String, _ style: Style = .plain, isReversed: Bool = false) -> Screen {
        var screen = Screen(columns: 8, lines: 2)
        screen.write(text, style, isReversed: isReversed, at: Screen.Position(column: 0, line: 1), width: 8)
        return screen
    }

    private func frames(_ screens: Screen..., writer: ScreenWriter = ScreenWriter(usesColor: true)) -> [String] {
        var writer = writer
        return screens.map { String(decoding: writer.frame($0), as: UTF8.self).unsynchronized }
    }

    @Test func onlyWhatDiffersIsWritten() {
        let frames = frames(screen("Lima"), screen("Lima"), screen("Lama"), screen("La"))
        #expect(frames[0] == "\u{1B}[0m\u{1B}[2J\u{1B}[2;1HLima\u{1B}[1;1H")
        #expect(frames[1] == "")
        #expect(frames[2] == "\u{1B}[2;2Ha\u{1B}[1;1H")
        #expect(frames[3] == "\u{1B}[2;3H  \u{1B}[1;1H")
    }

    @Test func stylesAreTurnedOnAndOff() {
        let frame = frames(screen("ab"), screen("xb", .bad, isReversed: true), screen("xb"))
        #expect(frame[1] == "\u{1B}[2;1H\u{1B}[0;31;7mxb\u{1B}[0m\u{1B}[1;1H")
        #expect(frame[2] == "\u{1B}[2;1Hxb\u{1B}[1;1H")
    }

    @Test func withoutColorOnlyTheSelectionIsMarked() {
        let writer = ScreenWriter(usesColor: false)
        #expect(
            frames(screen(""), screen("x", .good, isReversed: true), writer: writer)[1]
                == "\u{1B}[2;1H\u{1B}[0;7mx\u{1B}[0m\u{1B}[1;1H")
        #expect(frames(screen(""), screen("x", .bad), writer: writer)[1] == "\u{1B}[2;1Hx\u{1B}[1;1H")
    }

    @Test func boldTextNeedsNoColor() {
        let writer = ScreenWriter(usesColor: false)
        let frame = frames(screen(""), screen("x", .strong), writer: writer)[1]
        #expect(frame == "\u{1B}[2;1H\u{1B}[0;1mx\u{1B}[0m\u{1B}[1;1H")
    }

    @Test func signsOfASCIITakeTheSameColumns() {
        func shown(_ text: String) -> String { screen(text).withASCIISigns.text[1] }
        #expect(shown("┌─★♥─┐") == "+-*F-+")
        #expect(shown("Go on…") == "Go on...")
        #expect(shown("Lima Lima") == "Lima ...")
        #expect(shown("猫猫猫猫猫") == "猫猫...")
        #expect(shown("a… b") == "...b")
        #expect(shown("é") == "é")
    }

    @Test func whatFollowsAnUnusualCharacterIsPlacedAnew() {
        #expect(frames(screen(""), screen("猫a"))[1] == "\u{1B}[2;1H猫\u{1B}[2;3Ha\u{1B}[1;1H")
        #expect(frames(screen("猫a"), screen("猫b"))[1] == "\u{1B}[2;3Hb\u{1B}[1;1H")
    }

    /// Terminals that show such an emoji in one column keep what the other one showed.
    @Test func nothingOldStaysBesideAnEmoji() {
        #expect(
            frames(screen("ab"), screen("❤️"))[1] == "\u{1B}[2;1H  \u{1B}[2;1H❤️\u{1B}[1;1H")
    }

    @Test func anotherSizeAndAForgottenScreenAreDrawnWhole() {
        var writer = ScreenWriter(usesColor: true)
        _ = writer.frame(screen("Lima"))
        var small = Screen(columns: 4, lines: 1)
        small.cursor = Screen.Position(column: 2, line: 0)
        let frame1 = String(decoding: writer.frame(small), as: UTF8.self).unsynchronized
        #expect(frame1 == "\u{1B}[0m\u{1B}[2J\u{1B}[1;3H")
        writer.forget()
        let frame2 = String(decoding: writer.frame(small), as: UTF8.self).unsynchronized
        #expect(frame2 == "\u{1B}[0m\u{1B}[2J\u{1B}[1;3H")
    }

    /// So that the terminal shows it only when it is complete.
    @Test func aFrameIsSynchronized() {
        var writer = ScreenWriter(usesColor: true)
        #expect(String(decoding: writer.frame(screen("a")), as: UTF8.self).hasPrefix("\u{1B}[?2026h\u{1B}[0m"))
        let frame = String(decoding: writer.frame(screen("b")), as: UTF8.self)
        #expect(frame == "\u{1B}[?2026h\u{1B}[2;1Hb\u{1B}[1;1H\u{1B}[?2026l")
    }
}

extension String {
    /// What is between the sequences that begin and end a synchronized update.
    fileprivate var unsynchronized: String { replacing("\u{1B}[?2026h", with: "").replacing("\u{1B}[?2026l", with: "") }
}
