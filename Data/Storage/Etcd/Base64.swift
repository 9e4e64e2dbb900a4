/// Base 64 with padding (RFC 4648, section 4), decoded into a buffer that the caller shares among many values.
///
/// A store holds tens of thousands of small values; decoding them with Foundation, which makes a `Data` of each, took a
/// quarter of the time of reading an answer.
enum Base64 {
    /// The six bits of each character; the highest bit is set for bytes outside the alphabet.
    private static let bits: [UInt8] = {
        var bits = [UInt8](repeating: 0xFF, count: 256)
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, character) in alphabet.utf8.enumerated() { bits[Int(character)] = UInt8(value) }
        return bits
    }()

    /// Appends the bytes that `text` encodes, and returns their range. Returns nil, and leaves garbage at the end of
    /// `bytes`, if `text` is not valid.
    static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) -> Range<Int>? {
        guard text.count % 4 == 0 else { return nil }
        let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        let range = bytes.count..<bytes.count + text.count / 4 * 3 - padding
        bytes.append(contentsOf: repeatElement(0, count: range.count))
        let isValid = bytes.withUnsafeMutableBufferPointer { buffer in
            decode(text, into: UnsafeMutableBufferPointer(rebasing: buffer[range]))
        }
        return isValid ? range : nil
    }

    /// Fills `buffer`. Returns false if `text` has characters outside the alphabet.
    private static func decode(
        _ text: UnsafeBufferPointer<UInt8>, into buffer: UnsafeMutableBufferPointer<UInt8>
    ) -> Bool {
        bits.withUnsafeBufferPointer { bits in
            var allBits: UInt8 = 0
            func sextet(_ index: Int) -> UInt32 {
                let value = bits[Int(text[index])]
                allBits |= value
                return UInt32(value)
            }
            var index = 0
            var filled = 0
            while filled + 3 <= buffer.count {
                let group = sextet(index) << 18 | sextet(index + 1) << 12 | sextet(index + 2) << 6 | sextet(index + 3)
                buffer[filled] = UInt8(truncatingIfNeeded: group >> 16)
                buffer[filled + 1] = UInt8(truncatingIfNeeded: group >> 8)
                buffer[filled + 2] = UInt8(truncatingIfNeeded: group)
                index += 4
                filled += 3
            }
            // The last group, if it is padded.
            if filled < buffer.count {
                let group = sextet(index) << 18 | sextet(index + 1) << 12
                buffer[filled] = UInt8(truncatingIfNeeded: group >> 16)
                if filled + 1 < buffer.count {
                    buffer[filled + 1] = UInt8(truncatingIfNeeded: (group | sextet(index + 2) << 6) >> 8)
                }
            }
            return allBits < 0x80
        }
    }
}
