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
        var random = CountingGenerator()
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

/// The same numbers each time: a Weyl sequence, mixed as in SplitMix64 by Steele, Lea and Flood (2014).
private struct CountingGenerator: RandomNumberGenerator {
    private var state: UInt64 = 1

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
