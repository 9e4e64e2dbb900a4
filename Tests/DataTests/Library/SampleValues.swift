import Domain

@testable import Data

/// A type of member, with valid and invalid values in JSON.
protocol SampleValue: MemberValue {
    static var samples: ValueSamples { get }
}

struct ValueSamples: Sendable {
    /// At least two values, as the program writes them.
    let values: [String]
    let wrongTypes: [String]
    /// Values of the right JSON type that break a rule, and their text in errors.
    var wrongValues: [(json: String, shown: String)] = []
    /// The value of an optional member that a record lacks, if such a member always has a value.
    var standard: String?
}

extension Identifier: SampleValue {
    static var samples: ValueSamples {
        ValueSamples(
            values: [#""000000000001""#, #""zzzzzzzzzzzz""#, #""4x7k9m2p5q8r""#],
            wrongTypes: ["1", "true", "[]", "{}"],
            wrongValues: [(#""""#, ""), (#""00000000001""#, "00000000001"), (#""00000000000u""#, "00000000000u")])
    }
}

extension ISBN: SampleValue {
    static var samples: ValueSamples {
        ValueSamples(
            values: [#""9780439023481""#, #""9780141439587""#, #""9791032300824""#],
            wrongTypes: ["9780439023481", "false", "{}"],
            wrongValues: [(#""9780439023482""#, "9780439023482"), (#""""#, ""), (#""978 X""#, "978 X")])
    }
}

extension Day: SampleValue {
    static var samples: ValueSamples {
        ValueSamples(
            values: [#""2024-02-29""#, #""0001-01-01""#, #""9999-12-31""#], wrongTypes: ["20240229", "[2024,2,29]"],
            wrongValues: [(#""2023-02-29""#, "2023-02-29"), (#""today""#, "today"), (#""""#, "")])
    }
}

extension ReadingStatus: SampleValue {
    static var samples: ValueSamples {
        ValueSamples(
            values: [#""to-read""#, #""reading""#, #""read""#, #""abandoned""#], wrongTypes: ["0", "[]"],
            wrongValues: [(#""Read""#, "Read"), (#""""#, "")])
    }
}

extension Rating: SampleValue {
    static var samples: ValueSamples {
        ValueSamples(
            values: ["1", "3", "5"], wrongTypes: [#""5""#, "4.5", "true", "[5]"],
            wrongValues: [("0", "0"), ("6", "6"), ("-1", "-1")])
    }
}

extension String: SampleValue {
    static var samples: ValueSamples {
        ValueSamples(
            values: [#""Emma""#, #""""#, #""She said \"No\" in C:\\new\n""#, #""吾輩は猫である""#],
            wrongTypes: ["1", "true", "[]", "{}", #""\ud800""#])
    }
}

extension BookDetails: SampleValue {
    static var samples: ValueSamples {
        ValueSamples(
            values: [#"{"Publisher":"Penguin"}"#, #"{"Pages":"352","Série":"\"A\"\nB"}"#],
            wrongTypes: ["1", "[]", #""a""#, #"{"Pages":352}"#],
            wrongValues: [(#"{"a=b":"c"}"#, "a=b"), (#"{"a,b":"c"}"#, "a,b"), (#"{"":"c"}"#, "")])
    }
}

extension BookSources: SampleValue {
    static var samples: ValueSamples {
        ValueSamples(
            values: [#"{"goodreads":["6969"]}"#, #"{"bookwyrm":["https://a.b/1","x"],"Später":["\"1\""]}"#],
            wrongTypes: ["1", "[]", #""a""#, #"{"goodreads":"6969"}"#, #"{"goodreads":[6969]}"#],
            wrongValues: [(#"{"a:b":["c"]}"#, "a:b:c"), (#"{"":["c"]}"#, ":c"), (#"{"a":[" "]}"#, "a: ")])
    }
}

extension Int: SampleValue {
    static var samples: ValueSamples {
        ValueSamples(values: ["0", "-7", "9223372036854775807"], wrongTypes: [#""5""#, "1.5", "true", "9e99"])
    }
}

extension Double: SampleValue {
    static var samples: ValueSamples {
        ValueSamples(
            values: ["0.0", "-12.5", "1e-05"], wrongTypes: [#""1.5""#, "true", "[1.5]"],
            wrongValues: [("1e999", "1e999")])
    }
}

extension Bool: SampleValue {
    static var samples: ValueSamples {
        ValueSamples(values: ["true", "false"], wrongTypes: ["1", #""true""#, "[]"], standard: "false")
    }
}

extension [String]: SampleValue {
    static var samples: ValueSamples {
        ValueSamples(
            values: [#"["a"]"#, "[]", #"["z","a, b","\"c\""]"#], wrongTypes: [#""a""#, "[1]", "[null]", "{}", #"["a"#],
            standard: "[]")
    }
}

extension Bounded: SampleValue {
    static var samples: ValueSamples {
        let (least, most) = (Limits.allowed.lowerBound, Limits.allowed.upperBound)
        return ValueSamples(
            values: ["\(least)", "\(most)"], wrongTypes: [#""\#(least)""#, "\(least).5", "true", "[]"],
            wrongValues: [("\(least - 1)", "\(least - 1)"), ("\(most + 1)", "\(most + 1)")])
    }
}
