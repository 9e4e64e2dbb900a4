extension TextFile {
    /// The ranges of the elements of an array, or of the values of JSON Lines (https://jsonlines.org). Checks the whole
    /// text, including escapes in strings. The error names the element, counted from 1.
    public func jsonElements() throws(TextError) -> [Range<Int>] {
        var elements: [Range<Int>] = []
        var isInElement = false
        do {
            try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
                var scanner = JSONScanner(bytes, range: start..<bytes.count)
                if bytes[start...].first(where: { !$0.isBlank }) == UInt8(ascii: "[") {
                    try scanner.array { scanner throws(JSONError) in
                        isInElement = true
                        elements.append(try scanner.check(in: bytes))
                        isInElement = false
                    }
                    try scanner.finish()
                } else {
                    isInElement = true
                    repeat {
                        elements.append(try scanner.check(in: bytes))
                    } while !scanner.isFinished
                }
            }
        } catch {
            let count = elements.count
            let element = isInElement ? " in element \(count + 1)" : count > 0 ? " after element \(count)" : ""
            throw TextError(line: line(at: error.offset), reason: "it is not JSON: \(error.reason.words)\(element)")
        }
        return elements
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
        return (try? copy.finish()) != nil
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
