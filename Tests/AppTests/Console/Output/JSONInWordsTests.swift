import Testing

@testable import App

/// Values of files, for people.
struct JSONInWordsTests {
    @Test(arguments: [
        (nil, "none"), ("\"\"", "none"), ("[]", "none"), ("{}", "none"), ("3", "3"), ("-1.5", "-1.5"), ("79.0", "79"),
        ("true", "yes"), ("false", "no"), (#""Two\n\"lines\"""#, #"Two "lines""#), (#"["Sea", "Sky"]"#, "Sea, Sky"),
        (#"{"Pages":"4","Cover":"red"}"#, "Pages 4, Cover red"),
        (#"{"numbers":["6969","7"],"here":{}}"#, "numbers 6969, 7, here none"), (#""12345678901""#, "1234567890…"),
        // What it can't say shorter stays as it is.
        ("null", "null"), ("[1]", "[1]"), ("\"x", "\"x"),
    ])
    func aValueIsSaidInWords(_ json: String?, _ words: String) {
        #expect(String(json: json, limit: words.hasPrefix("1") ? 10 : 60) == words)
    }
}
