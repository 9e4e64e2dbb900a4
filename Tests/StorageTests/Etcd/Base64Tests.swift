import Foundation
import TestSupport
import Testing

@testable import Data

/// Held against Foundation's.
struct Base64Tests {
    @Test(arguments: 0..<100)
    func readsWhatFoundationWrites(length: Int) {
        var generator = SeededGenerator(seed: UInt64(length))
        let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
        #expect(decoded(Foundation.Data(bytes).base64EncodedString()) == bytes)
    }

    @Test(arguments: ["", "a", "ab", "abc", "Cien años de soledad", "家の本棚"])
    func readsTexts(text: String) {
        let encoded = Array(Foundation.Data(text.utf8).base64EncodedString().utf8)
        #expect(encoded.withUnsafeBufferPointer(Base64.string) == text)
    }

    /// A key that another program wrote need not be a text.
    @Test func mendsWhatIsNoText() {
        let encoded = Array(Foundation.Data([0x61, 0xFF, 0x62]).base64EncodedString().utf8)
        #expect(encoded.withUnsafeBufferPointer(Base64.string) == "a\u{FFFD}b")
    }

    @Test func refusesWhatIsNoBase64() {
        for text in ["A", "AB", "ABC", "ABCDE", "AB=C", "A===", "====", "AB-_", "AB D", "ABC\\", "é12", "=ABC"] {
            #expect(decoded(text) == nil, "\(text)")
        }
        // Every byte that is not of the alphabet, at every place of a group.
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=".utf8)
        for byte in UInt8.min...UInt8.max where !alphabet.contains(byte) {
            for place in 0..<8 {
                var text = Array("QUJDREVG".utf8)
                text[place] = byte
                #expect(text.withUnsafeBufferPointer(Base64.bytes) == nil)
            }
        }
    }

    private func decoded(_ text: String) -> [UInt8]? {
        Array(text.utf8).withUnsafeBufferPointer(Base64.bytes)
    }
}
