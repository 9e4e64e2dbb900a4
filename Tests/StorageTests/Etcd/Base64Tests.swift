import Foundation
import StorageTestSupport
import Testing

@testable import Storage

/// Compares with Foundation's implementation.
struct Base64Tests {
    @Test(arguments: 0..<100)
    func decodesWhatFoundationEncodes(length: Int) {
        var generator = SeededGenerator(seed: UInt64(length))
        let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
        #expect(decoded(Data(bytes).base64EncodedString()) == bytes)
    }

    @Test func valuesShareABuffer() {
        var bytes: [UInt8] = [1, 2]
        let ranges = ["QUJD", "", "REU="].map { text in
            Array(text.utf8).withUnsafeBufferPointer { Base64.append($0, to: &bytes) }
        }
        #expect(ranges == [2..<5, 5..<5, 5..<7])
        #expect(bytes == [1, 2] + Array("ABCDE".utf8))
    }

    @Test func refusesOtherText() {
        for text in ["A", "AB", "ABC", "ABCDE", "AB=C", "A===", "====", "AB-_", "AB D", "ABC\\", "é12", "=ABC"] {
            #expect(decoded(text) == nil, "\(text)")
        }
        // Every byte outside the alphabet, at every position of two groups.
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=".utf8)
        for byte in UInt8.min...UInt8.max where !alphabet.contains(byte) {
            for position in 0..<8 {
                var text = Array("QUJDREVG".utf8)
                text[position] = byte
                #expect(decoded(text) == nil)
            }
        }
    }

    private func decoded(_ text: String) -> [UInt8]? { decoded(Array(text.utf8)) }

    private func decoded(_ text: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        return text.withUnsafeBufferPointer { Base64.append($0, to: &bytes) }.map { Array(bytes[$0]) }
    }
}
