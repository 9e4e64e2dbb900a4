import FileTestSupport
import Foundation
import StorageTestSupport
import Testing

@testable import Storage

/// Compares the scanner with Foundation's decoder: both read the same record, or both refuse the text.
struct JSONAgreementTests {
    private static let seeds = [
        #"{"id":"000000000001","text":"A note","words":["A","note"],"count":4,"done":true,"other":["a","b"],"#
            + #""added":"2024-10-04","finished":"2024-10-05"}"#,
        #"{ "text" : "a\"b\\c\/\b\f\n\r\t\u00e9\ud83d\udcda家", "count": -1.50e1, "words":[],"done":false }"#,
        #"{"other":{"x":[1,null,{"y":"z"}]},"count":1E0,"id":null,"added":null}"#,
    ]
    private static let pieces =
        [
            "\\u0000", "\\udc00", "true", "0", ".", "e", "1e2", "12345678901234567890", "\u{B}", "\u{7F}", "\u{2028}",
            "\"id\":", "\"text\":\"x\",", "\"count\":5,", "\"x\":1,", "\"words\":[\"y\"],",
        ].map { Array($0.utf8) } + [[0xC0, 0x80]]

    @Test(arguments: [
        "", " ", "{}", "[]", "null", "0", "\"\"", "{} ", " {}", "{},", "{}{}", "{\"text\":1}", "{\"text\":null}",
        "{\"count\":0}", "{\"count\":-0}", "{\"count\":00}", "{\"count\":1.0}", "{\"count\":1.5}",
        "{\"count\":1e2}", "{\"count\":1e-2}", "{\"count\":100e-2}", "{\"count\":9223372036854775807}",
        "{\"count\":9223372036854775808}", "{\"count\":-9223372036854775808}", "{\"count\":1e400}",
        "{\"count\":1e}", "{\"count\":.5}", "{\"count\":5.}", "{\"count\":+5}", "{\"count\":\"5\"}",
        "{\"count\":true}", "{\"done\":1}", "{\"done\":\"true\"}", "{\"words\":\"x\"}",
        "{\"words\":[null]}", "{\"words\":[1]}", "{\"words\":[[]]}", "{\"words\":[,]}",
        "{\"text\":\"\\ud83d\\udcda\"}", "{\"text\":\"\\ud83d\"}", "{\"text\":\"\\udcda\"}",
        "{\"text\":\"\\ud83d\\u0041\"}", "{\"text\":\"\\u00g0\"}", "{\"text\":\"\\u00\"}", "{\"text\":\"\\x\"}",
        "{\"text\":\"\\u0000\"}", "{\"text\":\"\u{7F}\u{2028}\"}", "{\"text\":\"\t\"}", "{\"text\":\"\0\"}",
        "{\"\\u0074ext\":\"x\"}", "{\"text\":\"x\",\"text\":\"y\"}", "{\"text\":\"x\",\"text\":null}",
        "{text:\"x\"}", "{'text':'x'}", "{\"text\":\"x\"/**/}",
        "{\"Text\":\"x\"}",
        "{\"x\":[[],{}],\"text\":\"x\"}", "{\"x\":nul}", "{\"\\x\":1}", "\u{A0}{}", "\u{B}{}",
        "{\"x\":\"e\u{301}\"}",
    ])
    func agreesOnAwkwardTexts(text: String) {
        #expect(Reading(byScanner: Array(text.utf8)) == Reading(byFoundation: Array(text.utf8)))
    }

    /// The differences: Foundation accepts some texts that RFC 8259 doesn't allow, and the scanner follows the RFC. So
    /// it detects a damaged file sooner. This program writes none of these texts.
    @Test(arguments: [
        // A trailing comma; a byte-order mark.
        Array(#"{"text":"x",}"#.utf8), Array(#"{"words":["x",]}"#.utf8), Array("\u{FEFF}{}".utf8),
        // A control character in an unread string, a wrong escape in an unread name, invalid UTF-8 in an unread string.
        Array("{\"x\":\"\n\"}".utf8), Array(#"{"x":{"\q":1}}"#.utf8),
        Array(#"{"x":""#.utf8) + [0xFF] + Array(#""}"#.utf8),
    ])
    func theScannerIsStricter(bytes: [UInt8]) {
        #expect(Reading(byScanner: bytes) == .refused)
        #expect(Reading(byFoundation: bytes) != .refused)
        #expect(Self.isKnownToBeLax(about: bytes))
    }

    /// Here null counts as no value; for Foundation it is the first of two values.
    @Test func nullBeforeAMemberWithTheSameNameIsIgnored() {
        let text = Array(#"{"text":null,"text":"x"}"#.utf8)
        #expect(Reading(byScanner: text) == Reading(byScanner: Array(#"{"text":"x"}"#.utf8)))
        #expect(Reading(byFoundation: text) == Reading(byFoundation: Array("{}".utf8)))
    }

    @Test func agreesOnDamagedRecords() throws {
        let seed = SeededGenerator.seed
        var random = SeededGenerator(seed: seed)
        var read = 0
        for round in 0..<20_000 {
            let record = try #require(Self.seeds.randomElement(using: &random))
            let bytes = damaged(Array(record.utf8), adding: Self.pieces, using: &random)
            let scanner = Reading(byScanner: bytes)
            let foundation = Reading(byFoundation: bytes)
            if scanner == .refused, foundation != .refused, Self.isKnownToBeLax(about: bytes) { continue }
            try #require(
                scanner == foundation, "seed \(seed), round \(round): \(String(decoding: bytes, as: UTF8.self))")
            if scanner != .refused { read += 1 }
        }
        // Many texts are still JSON, so there is more to compare than refusals.
        #expect(read > 1000, "seed \(seed)")
    }

    /// Whether the decoder accepts the text for one of the reasons above. `JSONSerialization` checks all of the text,
    /// but accepts the first two.
    private static func isKnownToBeLax(about bytes: [UInt8]) -> Bool {
        if bytes.starts(with: "\u{FEFF}".utf8) || endsAList(afterAComma: bytes) { return true }
        return (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) == nil
    }

    private static func endsAList(afterAComma bytes: [UInt8]) -> Bool {
        let dense = bytes.filter { !" \n\r\t".utf8.contains($0) }
        return zip(dense, dense.dropFirst()).contains { $0 == UInt8(ascii: ",") && "]}".utf8.contains($1) }
    }
}

/// A record as a program might define it.
private struct Page: Codable {
    var id: String?
    var text: String?
    var words: [String]?
    var count: Int?
    var done: Bool?

    /// If a member occurs twice, the first that isn't null counts.
    init(from scanner: inout JSONScanner) throws(JSONError) {
        try scanner.object { name, value throws(JSONError) in
            if try value.null() { return }
            switch name {
            case "id" where id == nil: id = try value.string()
            case "text" where text == nil: text = try value.string()
            case "words" where words == nil: words = try value.strings()
            case "count" where count == nil: count = try value.integer()
            case "done" where done == nil: done = try value.bool()
            default: try value.skip()
            }
        }
    }

    /// Scalars, because strings whose accents are composed differently are equal.
    var fields: [[[Unicode.Scalar]]?] {
        [
            id.map { [Array($0.unicodeScalars)] }, text.map { [Array($0.unicodeScalars)] },
            words?.map { Array($0.unicodeScalars) }, count.map { [Array("\($0)".unicodeScalars)] },
            done.map { [Array("\($0)".unicodeScalars)] },
        ]
    }
}

/// The result of reading a text.
private enum Reading: Equatable {
    case page([[[Unicode.Scalar]]?])
    case refused

    init(byScanner bytes: [UInt8]) {
        self.init(try? JSONScanner.scan(bytes) { scanner throws(JSONError) in try Page(from: &scanner) })
    }

    init(byFoundation bytes: [UInt8]) {
        self.init(try? JSONDecoder().decode(Page.self, from: Data(bytes)))
    }

    private init(_ page: Page?) {
        self = page.map { .page($0.fields) } ?? .refused
    }
}
