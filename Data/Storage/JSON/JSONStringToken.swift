/// A string, between its quotes.
struct JSONStringToken {
    let range: Range<Int>
    let hasEscapes: Bool
    let isASCII: Bool
}

extension JSONStringToken {
    func text(in bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> String {
        let slice = UnsafeBufferPointer(rebasing: bytes[range])
        // Most text is ASCII, and short enough to need no memory of its own.
        if isASCII, !hasEscapes, slice.count > 15 { return String(decoding: slice, as: UTF8.self) }
        if isASCII, !hasEscapes {
            return String(unsafeUninitializedCapacity: slice.count) { $0.update(fromContentsOf: slice) }
        }
        let text = hasEscapes ? try unescaped(slice) : String(validating: slice, as: UTF8.self)
        guard let text else { throw JSONError(offset: range.lowerBound, reason: .invalidUTF8) }
        return text
    }

    private func unescaped(_ slice: UnsafeBufferPointer<UInt8>) throws(JSONError) -> String? {
        var result: [UInt8] = []
        result.reserveCapacity(slice.count)
        var offset = 0
        while offset < slice.count {
            guard slice[offset] == UInt8(ascii: "\\") else {
                result.append(slice[offset])
                offset += 1
                continue
            }
            guard offset + 1 < slice.count else { throw wrongEscape(offset) }
            offset += 2
            switch slice[offset - 1] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(slice[offset - 1])
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "u"): result.append(contentsOf: String(try scalar(slice, &offset)).utf8)
            default: throw wrongEscape(offset)
            }
        }
        return String(validating: result, as: UTF8.self)
    }

    /// The character whose `\u` has just been consumed: one code unit, or the two of a surrogate pair.
    private func scalar(_ slice: UnsafeBufferPointer<UInt8>, _ offset: inout Int) throws(JSONError) -> Unicode.Scalar {
        let first = try codeUnit(slice, &offset)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, offset + 1 < slice.count,
            slice[offset] == UInt8(ascii: "\\"), slice[offset + 1] == UInt8(ascii: "u")
        else { throw wrongEscape(offset) }
        offset += 2
        let second = try codeUnit(slice, &offset)
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw wrongEscape(offset) }
        return scalar
    }

    private func codeUnit(_ slice: UnsafeBufferPointer<UInt8>, _ offset: inout Int) throws(JSONError) -> UInt32 {
        guard offset + 4 <= slice.count else { throw wrongEscape(offset) }
        var value: UInt32 = 0
        for byte in slice[offset..<offset + 4] {
            switch byte {
            case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
            case 0x41...0x46, 0x61...0x66: value = value << 4 | UInt32((byte | 0x20) - 0x57)
            default: throw wrongEscape(offset)
            }
        }
        offset += 4
        return value
    }

    private func wrongEscape(_ offset: Int) -> JSONError {
        JSONError(offset: range.lowerBound + offset, reason: .wrongEscape)
    }
}
