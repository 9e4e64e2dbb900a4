import StorageTestSupport
import Testing

@testable import Storage

/// Searching many places at once finds what comparing at each place finds.
struct ByteSearchTests {
    @Test(arguments: [1, 2, 7, 8, 13, 70])
    func isFoundWhereverItStands(length: Int) {
        let part = (0..<length).map { UInt8(0x61 + $0 % 26) }
        for count in [0, 1, 63, 64, 65, 130] {
            for place in 0...count {
                var text = [UInt8](repeating: UInt8(ascii: "."), count: count)
                text.insert(contentsOf: part, at: place)
                #expect(found(part, in: text, text.indices))
                #expect(!found(part, in: text, 0..<text.count - (count - place) - 1))
                #expect(!found(part, in: text, place + 1..<text.count))
            }
        }
    }

    @Test func agreesWithComparingAtEachPlace() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<500 {
            let text = (0..<300).map { _ in UInt8.random(in: 0...3, using: &random) }
            let part = (0..<Int.random(in: 0...9, using: &random)).map { _ in UInt8.random(in: 0...3, using: &random) }
            let expected = text.indices.contains { text[$0...].starts(with: part) }
            #expect(found(part, in: text, text.indices) == expected)
        }
    }

    private func found(_ part: [UInt8], in text: [UInt8], _ range: Range<Int>) -> Bool {
        text.withUnsafeBufferPointer { contains(part, in: $0, range) }
    }
}
