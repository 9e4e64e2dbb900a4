import Testing

@testable import App

struct NoticeTests {
    private let message: Notice = "Gave \"\(long: "The Life of Robinson")\" to \("Ana") until \(3)."

    @Test func aLongPartIsShortenedAndNotTheEnd() {
        #expect(message.fitted(to: 80) == "Gave \"The Life of Robinson\" to Ana until 3.")
        #expect(message.fitted(to: 36) == "Gave \"The Life of…\" to Ana until 3.")
        #expect(message.fitted(to: 30) == "Gave \"The Li…\" to Ana until 3.")
    }

    @Test func theLongestPartIsShortenedFirst() {
        let message: Notice = "Added \(long: "A rather long title") by \(long: "A B, C D")."
        #expect(message.fitted(to: 29) == "Added A rather… by A B, C D.")
        #expect(message.fitted(to: 27) == "Added A rathe… by A B, C D.")
    }

    @Test func messagesWithTheSameTextAreEqual() {
        #expect(message == "Gave \"The Life of Robinson\" to Ana until 3.")
        #expect("\(message) Yes." as Notice == "Gave \"The Life of Robinson\" to Ana until 3. Yes.")
        let unprintable: Notice = "\(long: "a\u{1B}b")"
        #expect(unprintable.fitted(to: 9) == "a␛b")
    }
}
