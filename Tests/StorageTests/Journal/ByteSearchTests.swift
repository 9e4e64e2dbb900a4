import Testing

@testable import Storage

struct ByteSearchTests {
    /// The search takes 64 offsets at once, so a part is at every offset of several such blocks, and across their ends.
    @Test(arguments: [1, 2, 5, 64, 70]) func findsAPartAtEveryOffset(length: Int) {
        let part = (0..<length).map { UInt8(ascii: "a") + UInt8($0 % 26) }
        for offset in 0...200 - length {
            var text = [UInt8](repeating: UInt8(ascii: "."), count: 200)
            text.replaceSubrange(offset..<offset + length, with: part)
            text.withUnsafeBufferPointer { text in
                #expect(contains(part, in: text, 0..<200), "at \(offset)")
                // It is not whole in these ranges.
                if offset < 200 - length { #expect(!contains(part, in: text, offset + 1..<200), "at \(offset)") }
                #expect(!contains(part, in: text, 0..<offset + length - 1), "at \(offset)")
            }
        }
    }
}
