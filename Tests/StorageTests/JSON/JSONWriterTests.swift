import Foundation
import Storage
import StorageTestSupport
import Testing

/// Other readers can read what the writer writes.
struct JSONWriterTests {
    @Test func writesMembersInOrderWithoutWhiteSpace() {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("z", 1)
            writer.member("a", true)
            writer.name("list")
            writer.array { writer in
                writer.number(-5)
                writer.string("x")
                writer.array { _ in }
                writer.object { _ in }
                writer.raw(Array("null".utf8))
            }
            writer.name("b\"")
            writer.bool(false)
        }
        let expected = #"{"z":1,"a":true,"list":[-5,"x",[],{},null],"b\"":false}"#
        #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
    }

    @Test(arguments: awkwardTexts + ["a\nb\r\n\tc/"])
    func foundationReadsTheSameText(text: String) throws {
        var writer = JSONWriter()
        writer.object { writer in
            writer.name(text)
            writer.array { writer in
                writer.string(text)
                writer.string(text)
            }
        }
        let decoded = try JSONDecoder().decode([String: [String]].self, from: Data(writer.bytes))
        let (name, values) = try #require(decoded.first)
        for found in [name] + values { #expect(found.unicodeScalars.elementsEqual(text.unicodeScalars)) }
        #expect(!writer.bytes.contains { $0 < 0x20 })
    }

    @Test func controlsAreEscaped() {
        let controls = [0x00...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069]
        for value in controls.joined() {
            var writer = JSONWriter()
            writer.string("a\(Unicode.Scalar(UInt32(value))!)é")
            #expect(String(decoding: writer.bytes, as: UTF8.self).dropFirst(2).first == "\\", "\(value)")
        }
        var writer = JSONWriter()
        writer.string("\u{7F}\u{9B}x\u{202E}\u{61C}")
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #""\u007f\u009bx\u202e\u061c""#)
    }

    /// The neighbours of the escaped ones, among others.
    @Test(arguments: ["~", "\u{A0}", "é", "س؛", "\u{200D}", "\u{2010}", "\u{2027}", "\u{202F}", "\u{2065}", "吾輩", "📚"])
    func otherCharactersAreNot(text: String) {
        var writer = JSONWriter()
        writer.string(text)
        #expect(
            String(decoding: writer.bytes, as: UTF8.self).unicodeScalars.elementsEqual("\"\(text)\"".unicodeScalars))
    }
}
