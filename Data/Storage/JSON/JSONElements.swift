extension TextFile {
    /// The ranges of the elements of an array, or of the values of JSON Lines (https://jsonlines.org). Checks the whole
    /// text, including escapes in strings.
    public func jsonElements() throws(TextError) -> [Range<Int>] {
        do {
            return try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
                var scanner = JSONScanner(bytes, range: start..<bytes.count)
                var elements: [Range<Int>] = []
                if bytes[start...].first(where: { !$0.isBlank }) == UInt8(ascii: "[") {
                    try scanner.array { scanner throws(JSONError) in elements.append(try scanner.check(in: bytes)) }
                    try scanner.finish()
                } else {
                    repeat {
                        elements.append(try scanner.check(in: bytes))
                    } while !scanner.isFinished
                }
                return elements
            }
        } catch {
            throw TextError(line: line(at: error.offset), reason: "it is not JSON: \(error.reason.words)")
        }
    }
}

extension JSONScanner {
    /// Skips any value and returns its range. Unlike `skip` it decodes strings, and so finds invalid escapes.
    fileprivate mutating func check(in bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> Range<Int> {
        let start = try startOfValue()
        switch bytes[start] {
        case UInt8(ascii: "{"):
            try object { name, scanner throws(JSONError) in
                _ = try name.text()
                _ = try scanner.check(in: bytes)
            }
        case UInt8(ascii: "["):
            try array { scanner throws(JSONError) in _ = try scanner.check(in: bytes) }
        case UInt8(ascii: "\""):
            _ = try string()
        default:
            try skip()
        }
        return start..<position
    }

    /// Whether only white space is left.
    fileprivate var isFinished: Bool {
        var copy = self
        do {
            try copy.finish()
            return true
        } catch {
            return false
        }
    }
}

extension JSONError.Reason {
    fileprivate var words: String {
        switch self {
        case .unexpectedByte(let byte) where (0x21..<0x7F).contains(byte):
            "unexpected \(Character(Unicode.Scalar(byte)))"
        case .unexpectedByte: "an unexpected character"
        case .unexpectedEnd: "it ends too early"
        case .controlCharacter: "a line break or control character in a string"
        case .wrongEscape: "an invalid escape in a string"
        case .invalidUTF8: "it is not UTF-8 text"
        case .notAWholeNumber: "not a whole number"
        case .noIdentifier: "not an identifier"
        case .noSequence: "a number is missing"
        case .tooDeep: "it is nested too deeply"
        }
    }
}
