// The parts of which values are made: strings, numbers, words and brackets.

extension JSONScanner {
    mutating func skipWhitespace() {
        while position < end {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    /// The next byte that is not white space; it is not passed over.
    mutating func nextByte() throws(JSONError) -> UInt8 {
        skipWhitespace()
        guard position < end else { throw unexpected() }
        return bytes[position]
    }

    func unexpected() -> JSONError {
        JSONError(offset: position, reason: position < end ? .unexpectedByte(bytes[position]) : .unexpectedEnd)
    }

    mutating func expect(_ byte: UInt8) throws(JSONError) {
        // Mostly there is no white space.
        if position < end, bytes[position] == byte {
            position += 1
            return
        }
        guard try nextByte() == byte else { throw unexpected() }
        position += 1
    }

    mutating func open(_ bracket: UInt8) throws(JSONError) {
        try expect(bracket)
        depth += 1
        guard depth <= Self.deepest else { throw JSONError(offset: position, reason: .tooDeep) }
    }

    /// Passes over the closing bracket if it comes next.
    mutating func close(_ bracket: UInt8) throws(JSONError) -> Bool {
        guard try nextByte() == bracket else { return false }
        position += 1
        return true
    }

    mutating func closeOrComma(_ bracket: UInt8) throws(JSONError) -> Bool {
        if try close(bracket) { return true }
        try expect(UInt8(ascii: ","))
        return false
    }

    mutating func literal(_ word: StaticString) throws(JSONError) {
        let length = word.utf8CodeUnitCount
        guard position + length <= end,
            word.withUTF8Buffer({ $0.elementsEqual(bytes[position..<position + length]) })
        else { throw unexpected() }
        position += length
    }

    /// Passes over the string whose quote is the next byte.
    mutating func stringToken() throws(JSONError) -> JSONStringToken {
        let start = position + 1
        var hasEscapes = false
        var allBits: UInt8 = 0
        // Local, because most of the time of reading is spent in this loop.
        var place = start
        // Few strings are long. In those that are, such as base 64, many bytes are taken at a time.
        var nextBlock = start + Self.block
        while place < end {
            if place >= nextBlock {
                if let bits = plainBits(at: place) {
                    allBits |= bits
                    place += Self.block
                    continue
                }
                nextBlock = place + Self.block
            }
            let byte = bytes[place]
            if byte == UInt8(ascii: "\"") {
                position = place + 1
                return JSONStringToken(range: start..<place, hasEscapes: hasEscapes, isASCII: allBits < 0x80)
            }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                position = place
                try escape()
                place = position
            } else {
                guard byte >= 0x20 else { throw JSONError(offset: place, reason: .controlCharacter) }
                allBits |= byte
                place += 1
            }
        }
        position = end
        throw unexpected()
    }

    /// The bits that any of the next bytes of a string has; nil if one of them is no plain part of it.
    private func plainBits(at place: Int) -> UInt8? {
        guard place + Self.block <= end, let base = bytes.baseAddress else { return nil }
        let start = base + place
        // So plain, without a branch, that the compiler takes many bytes at a time.
        var bits: UInt8 = 0
        var special: UInt8 = 0
        for index in 0..<Self.block {
            let byte = start[index]
            bits |= byte
            let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
            special |= (byte == quote ? 1 : 0) | (byte == backslash ? 1 : 0) | (byte < 0x20 ? 1 : 0)
        }
        return special == 0 ? bits : nil
    }

    /// Passes over a backslash and what it stands before. Which character that is, is not looked at.
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

    /// Passes over a number: `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`.
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
        while position < end, (0x30...0x39).contains(bytes[position]) { position += 1 }
        guard position > start else { throw unexpected() }
    }
}

/// A number as it is written.
struct JSONNumberToken {
    fileprivate let range: Range<Int>
    /// Without fraction and exponent.
    let isPlain: Bool

    func text(in bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}

extension Int {
    /// The value of a number with a fraction or an exponent, exactly; nil where it is not whole, or out of range.
    init?(wholeNumber text: String) {
        let parts = text.lowercased().split(separator: "e")
        guard parts[0].contains(where: { "123456789".contains($0) }) else {
            self = 0
            return
        }
        guard var exponent = parts.count > 1 ? Int(parts[1]) : 0 else { return nil }
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        var digits = mantissa.joined()
        exponent -= mantissa.dropFirst().first?.count ?? 0
        while exponent < 0, digits.last == "0" {
            digits.removeLast()
            exponent += 1
        }
        // No number in range has more zeros.
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
