import Testing

@testable import App

/// Conditions among words, tested with those of lamps.
struct ConditionsTests {
    private struct Lamps: Equatable {
        var colors: [String] = []
        var counts: [Int] = []
        var isBright = false
        var years: [String] = []
    }

    private let conditions = Conditions<Lamps>([
        .values("color", .name("<color>"), \.colors, ""), .values("count", .count, \.counts, ""),
        .flag("bright", \.isBright, ""), .values("made-in", .name("<year>"), \.years, ""),
    ])

    private func read(_ text: String) -> (Lamps, Conditions<Lamps>.Reading) {
        var lamps = Lamps()
        let reading = conditions.read(text, into: &lamps)
        return (lamps, reading)
    }

    @Test(
        arguments: [
            ("", Lamps(), []), ("  old  lamp ", Lamps(), ["old", "lamp"]),
            ("old color:red", Lamps(colors: ["red"]), ["old"]),
            ("COLOR:red Is:Bright count:2", Lamps(colors: ["red"], counts: [2], isBright: true), []),
            (#"color:"deep red" color:blue lamp"#, Lamps(colors: ["deep red", "blue"]), ["lamp"]),
            (#"color:"deep red"#, Lamps(colors: ["deep red"]), []),
            (#""color:red" "two words""#, Lamps(), ["color:red", "two words"]),
            (#"6" color:a:b"#, Lamps(colors: ["a:b"]), [#"6""#]),
            ("2001: 12:30", Lamps(), ["2001:", "12:30"]), ("made-in:1920", Lamps(years: ["1920"]), []),
        ] as [(String, Lamps, [String])])
    private func conditionsAndWords(_ text: String, _ lamps: Lamps, _ words: [String]) {
        let (found, reading) = read(text)
        #expect(found == lamps)
        #expect(reading.words == words)
        #expect(reading.problem == nil)
        #expect(reading.unknown == [])
    }

    @Test func aBadValueHasNoEffectAndSaysWhatItTakes() {
        let (lamps, reading) = read("count:few color:red color: count:3")
        #expect(lamps == Lamps(colors: ["red"], counts: [3]))
        #expect(reading.problem?.expected == "count: with a whole number, 0 or more")
        #expect(read("is:dim").1.problem?.expected == "is: with bright")
        #expect(read("color:").1.problem != nil)
    }

    @Test func aPartIsCompletedAsFarAsItMeansOneThing() {
        #expect(conditions.completed("old co") == nil)
        #expect(conditions.completed("old col") == "old color:")
        #expect(conditions.completed("is:b") == "is:bright")
        #expect(conditions.completed("is:") == "is:bright")
        for text in ["", "c", "lamp", "color:re", "is:bright", "nosuch:a", "\"col"] {
            #expect(conditions.completed(text) == nil, "\(text)")
        }
    }

    /// While a text is typed, a quotation mark may be the first of two.
    @Test func anUnclosedQuotationMarkIsAnErrorOfAnOptionOnly() {
        let option = OptionSyntax<Lamps>.words("where", conditions, "") { _, _ in }
        for text in [#"color:"deep red"#, #"""#, #"old ""#, #"color:"red" ""#] {
            var lamps = Lamps()
            #expect(throws: BadValue(expected: "quotation marks in pairs")) { try option.set(&lamps, text) }
            #expect(read(text).1.problem == nil)
        }
        var lamps = Lamps()
        #expect(throws: Never.self) { try option.set(&lamps, #"color:"deep red" 6""#) }
    }

    @Test func aNameIsCompletedInItsOwnSpelling() {
        func completed(_ text: String) -> String? {
            conditions.completed(text) { $0 == "color" ? ["Deep red", "Deep blue", "Black", "Black"] : [] }
        }
        #expect(completed("old color:b") == "old color:Black")
        #expect(completed("color:d") == "color:\"Deep ")
        #expect(completed("color:\"deep r") == "color:\"Deep red\"")
        // Before a letter, the first one, also after a sign; and a name whose second word is typed.
        #expect(completed("color:") == "color:\"Deep red\"")
        #expect(completed("color:<") == "color:\"<Deep red\"")
        #expect(completed("color:blu") == "color:\"Deep blue\"")
        for text in ["color:\"Deep ", "color:black", "count:1", "b"] {
            #expect(completed(text) == nil, "\(text)")
        }
    }

    @Test func aMistypedConditionIsMeantForOneThatIsLikeIt() {
        #expect(conditions.suggestion(for: "colr") == "color:")
        #expect(conditions.suggestion(for: "shade") == nil)
    }

    @Test func anUnknownConditionIsAWordToo() {
        let (lamps, reading) = read("colour:red color:blue")
        #expect(lamps == Lamps(colors: ["blue"]))
        #expect(reading.words == ["colour:red"])
        #expect(reading.unknown == ["colour"])
    }
}
