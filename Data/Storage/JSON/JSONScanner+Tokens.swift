// The tokens of JSON: strings, numbers, words and brackets.

extension JSONScanner {
    mutating func skipWhitespace() {
        while position < end {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    /// Skips white space and returns the next byte without consuming it.
    mutating func nextByte() throws(JSONError) -> UInt8 {
        // Usually there is none.
        if position < end, bytes[position] > 0x20 { return bytes[position] }
        skipWhitespace()
        guard position < end else { throw unexpected() }
        return bytes[position]
    }

    func unexpected() -> JSONError {
        JSONError(offset: position, reason: position < end ? .unexpectedByte(bytes[position]) : .unexpectedEnd)
    }

    mutating func expect(_ byte: UInt8) throws(JSONError) {
        guard try nextByte() == byte else { throw unexpected() }
        position += 1
    }

    mutating func open(_ bracket: UInt8) throws(JSONError) {
        try expect(bracket)
        depth += 1
        guard depth <= Self.deepest else { throw JSONError(offset: position, reason: .tooDeep) }
    }

    /// Consumes the closing bracket if it comes next.
    mutating func close(_ bracket: UInt8) throws(JSONError) -> Bool {
        guard try nextByte() == bracket else { return false }
        position += 1
        return true
    }

    mutating func closeOrComma(_ bracket: UInt8) throws(JSONError) -> Bool {
        let next = try nextByte()
        guard next == bracket || next == UInt8(ascii: ",") else { throw unexpected() }
        position += 1
        return next == bracket
    }

    mutating func literal(_ word: StaticString) throws(JSONError) {
        let length = word.utf8CodeUnitCount
        guard position + length <= end,
            word.withUTF8Buffer({ $0.elementsEqual(bytes[position..<position + length]) })
        else { throw unexpected() }
        position += length
    }

    /// Consumes the string whose opening quote is the next byte.
    mutating func stringToken() throws(JSONError) -> JSONStringToken {
        let start = position + 1
        var hasEscapes = false
        var allBits: UInt64 = 0
        let raw = UnsafeRawBufferPointer(bytes)
        // A local variable, because reading spends most of its time in this loop.
        var offset = start
        while true {
            // Eight bytes at a time, because a branch for each byte would be mispredicted at the end of each string.
            while offset + 8 <= end {
                let group = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                let plainBytes = group.plainBytes
                // Shifting by 64 bits gives zero.
                allBits |= group & ~(UInt64.max << UInt64(8 * plainBytes))
                offset += plainBytes
                if plainBytes < 8 { break }
            }
            guard offset < end else { break }
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                position = offset + 1
                return JSONStringToken(
                    range: start..<offset, hasEscapes: hasEscapes, isASCII: allBits & UInt64.highestBits == 0)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                position = offset
                try escape()
                offset = position
            case 0..<0x20:
                throw JSONError(offset: offset, reason: .controlCharacter)
            case let byte:
                allBits |= UInt64(byte)
                offset += 1
            }
        }
        position = end
        throw unexpected()
    }

    /// Consumes an escape sequence without decoding it.
    private mutating func escape() throws(JSONError) {
        guard position + 1 < end else {
            position = end
            throw unexpected()
        }
        let length = bytes[position + 1] == UInt8(ascii: "u") ? 6 : 2
        guard position + length <= end, Self.isEscape(bytes[position + 1..<position + length]) else {
            throw JSONError(offset: position, reason: .wrongEscape)
        }
        position += length
    }

    private static func isEscape(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard bytes.count == 1 else { return bytes.dropFirst().allSatisfy(\.isHexadecimalDigit) }
        return "\"\\/bfnrt".utf8.contains(bytes[bytes.startIndex])
    }

    /// Consumes a number: `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`.
    mutating func numberToken() throws(JSONError) -> JSONNumberToken {
        _ = try nextByte()
        let start = position
        passOver(UInt8(ascii: "-"))
        if !passOver(UInt8(ascii: "0")) { try digits() }
        let integerEnd = position
        if passOver(UInt8(ascii: ".")) { try digits() }
        if passOver(UInt8(ascii: "e")) || passOver(UInt8(ascii: "E")) {
            if !passOver(UInt8(ascii: "+")) { passOver(UInt8(ascii: "-")) }
            try digits()
        }
        return JSONNumberToken(range: start..<position, isPlain: position == integerEnd)
    }

    @discardableResult
    private mutating func passOver(_ byte: UInt8) -> Bool {
        guard position < end, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while position < end, bytes[position].isDigit { position += 1 }
        guard position > start else { throw unexpected() }
    }
}

/// Eight bytes in one register, the first in the lowest bits.
///
/// Finding bytes with a property in a word: Sean Eron Anderson, Bit Twiddling Hacks, "Determine if a word has a byte
/// less than n". https://graphics.stanford.edu/~seander/bithacks.html#HasLessInWord
extension UInt64 {
    fileprivate static let highestBits = ones << 7
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// The number of bytes before the first control character, quote or backslash.
    fileprivate var plainBytes: Int {
        let quotes = (self ^ (Self.ones * UInt64(UInt8(ascii: "\"")))).bits(whereLessThan: 1)
        let backslashes = (self ^ (Self.ones * UInt64(UInt8(ascii: "\\")))).bits(whereLessThan: 1)
        return ((bits(whereLessThan: 0x20) | quotes | backslashes) & Self.highestBits).trailingZeroBitCount / 8
    }

    /// Sets the highest bit of each byte less than `limit`, which is at most 128. The first such bit is right; later
    /// ones and all other bits may not be.
    private func bits(whereLessThan limit: UInt64) -> UInt64 { (self &- Self.ones * limit) & ~self }
}

/// A number as written.
struct JSONNumberToken {
    fileprivate let range: Range<Int>
    /// Whether it has neither fraction nor exponent.
    let isPlain: Bool

    func text(in bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}

extension Int {
    /// The exact value of a number with a fraction or an exponent; nil if it is not whole, or out of range.
    init?(wholeNumber text: String) {
        let parts = text.lowercased().split(separator: "e")
        guard parts[0].contains(where: { "123456789".contains($0) }) else {
            self = 0
            return
        }
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        var digits = mantissa.joined()
        // An exponent far out of range must not overflow.
        guard var exponent = parts.count > 1 ? Int(parts[1]) : 0, exponent.magnitude < 1 << 40 else { return nil }
        exponent -= mantissa.dropFirst().first?.count ?? 0
        while exponent < 0, digits.last == "0" {
            digits.removeLast()
            exponent += 1
        }
        // No number in range has more trailing zeros.
        guard (0...19).contains(exponent) else { return nil }
        self.init(digits + String(repeating: "0", count: exponent))
    }
}

extension UInt8 {
    fileprivate var isHexadecimalDigit: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }
}
