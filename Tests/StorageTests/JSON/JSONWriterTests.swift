import Foundation
import Storage
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

    @Test(arguments: RecordStoreContractTests.awkwardTexts + ["a\nb\r\n\tc/"])
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
}
