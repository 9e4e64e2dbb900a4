/// Base 64 with padding (RFC 4648, section 4), read straight into its place. It exists because a large library is tens of
/// thousands of small values, and to decode them with Foundation, where each becomes `Data` first, took a quarter of the
/// time of reading an answer.
enum Base64 {
    /// The six bits that each character stands for; with the highest bit where it is none.
    private static let bits: [UInt8] = {
        var bits = [UInt8](repeating: 0xFF, count: 256)
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, character) in alphabet.utf8.enumerated() { bits[Int(character)] = UInt8(value) }
        return bits
    }()

    /// The bytes behind `text`; nil where it is no base 64.
    static func bytes(of text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard let count = count(of: text) else { return nil }
        var isValid = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            isValid = decode(text, count, into: buffer)
            initialized = count
        }
        return isValid ? bytes : nil
    }

    /// The text behind `text`, mended where it is not UTF-8; nil where it is no base 64.
    static func string(of text: UnsafeBufferPointer<UInt8>) -> String? {
        guard let count = count(of: text) else { return nil }
        var isValid = false
        let string = String(unsafeUninitializedCapacity: count) { buffer in
            isValid = decode(text, count, into: buffer)
            return count
        }
        return isValid ? string : nil
    }

    /// How many bytes are behind `text`.
    private static func count(of text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard text.count % 4 == 0 else { return nil }
        let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        return text.count / 4 * 3 - padding
    }

    /// Fills the first `count` bytes of `buffer`, and tells whether `text` has no other characters than it should.
    private static func decode(
        _ text: UnsafeBufferPointer<UInt8>, _ count: Int, into buffer: UnsafeMutableBufferPointer<UInt8>
    ) -> Bool {
        bits.withUnsafeBufferPointer { bits in
            var allBits: UInt8 = 0
            func sextet(_ place: Int) -> UInt32 {
                let value = bits[Int(text[place])]
                allBits |= value
                return UInt32(value)
            }
            var place = 0
            var filled = 0
            while filled + 3 <= count {
                let group = sextet(place) << 18 | sextet(place + 1) << 12 | sextet(place + 2) << 6 | sextet(place + 3)
                buffer[filled] = UInt8(truncatingIfNeeded: group >> 16)
                buffer[filled + 1] = UInt8(truncatingIfNeeded: group >> 8)
                buffer[filled + 2] = UInt8(truncatingIfNeeded: group)
                place += 4
                filled += 3
            }
            // What is left has padding behind it.
            if filled < count {
                let group = sextet(place) << 18 | sextet(place + 1) << 12
                buffer[filled] = UInt8(truncatingIfNeeded: group >> 16)
                if filled + 1 < count {
                    buffer[filled + 1] = UInt8(truncatingIfNeeded: (group | sextet(place + 2) << 6) >> 8)
                }
            }
            return allBits < 0x80
        }
    }
}
