import StorageTestSupport
import Testing

@testable import Storage

struct RecordIDTests {
    @Test(arguments: ["a", "-", "_", "0", "Zz-_0123456789aA", "00000000", "000000000", "aaaaaaaaaaaaaaab"])
    func hasItsText(text: String) throws {
        let id = try #require(RecordID(text))
        #expect(id.description == text)
        let bytes = Array(text.utf8)
        #expect(bytes.withUnsafeBufferPointer { RecordID(utf8: $0) } == id)
    }

    @Test(arguments: [
        "", "01234567890123456", "a b", "a.b", "a/b", "é", "a\u{0}", "\u{0}", "a\n", "`", "{", "@", "[", ":", "家",
        "01234567\u{0}", "0123456789abcde\u{7F}",
    ])
    func refusesOtherTexts(text: String) {
        #expect(RecordID(text) == nil)
    }

    @Test func acceptsLettersDigitsHyphenAndUnderscore() {
        let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        for byte in UInt8.min...UInt8.max {
            for text in [[byte], [UInt8](repeating: 0x61, count: 9) + [byte]] {
                #expect((text.withUnsafeBufferPointer { RecordID(utf8: $0) } != nil) == allowed.contains(byte))
            }
        }
    }

    @Test func sortsLikeTheBytesOfItsText() throws {
        let letters = Array("-09AZ_az")
        var random = SeededGenerator(seed: 1)
        var texts = ["a", "a-", "aa", "-", "z", "Zz-_0123456789aA", "Zz-_0123456789aB", "Zz-_0123"]
        for _ in 0..<100 {
            // Short texts of few letters share prefixes.
            let length = Int.random(in: 1...(Bool.random(using: &random) ? 3 : 16), using: &random)
            texts.append(String((0..<length).compactMap { _ in letters.randomElement(using: &random) }))
        }
        for left in texts {
            for right in texts {
                let (leftID, rightID) = (try #require(RecordID(left)), try #require(RecordID(right)))
                #expect((leftID < rightID) == left.utf8.lexicographicallyPrecedes(right.utf8), "\(left) and \(right)")
                #expect((leftID == rightID) == (left == right))
            }
        }
    }
}
