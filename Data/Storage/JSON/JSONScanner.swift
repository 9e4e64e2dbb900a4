/// Reads JSON (RFC 8259) from bytes, value by value, in text order.
///
/// It exists because the journal must be read many times faster than Foundation's decoder can: it creates only the
/// values asked for. It accepts what Foundation's decoder accepts, except for the differences listed in the test that
/// compares them, and doesn't skip a byte-order mark.
///
/// The buffer must outlive the scanner. No input makes it read outside the buffer.
public struct JSONScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The offset of the next byte from the start of the buffer.
    public internal(set) var position: Int
    let end: Int
    var depth = 0

    /// The deepest nesting of arrays and objects, the same as for Foundation's decoder.
    static let deepest = 512

    public init(_ bytes: UnsafeBufferPointer<UInt8>, range: Range<Int>? = nil) {
        let range = (range ?? bytes.indices).clamped(to: bytes.indices)
        self.bytes = bytes
        self.position = range.lowerBound
        self.end = range.upperBound
    }

    /// Reads all of `bytes`, which must be a single value in UTF-8.
    public static func scan<Value>(
        _ bytes: [UInt8], _ read: (inout JSONScanner) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            guard buffer.isUTF8 else { throw JSONError(offset: 0, reason: .invalidUTF8) }
            var scanner = JSONScanner(buffer)
            let value = try read(&scanner)
            try scanner.finish()
            return value
        }
    }

    /// Throws if anything but white space is left.
    public mutating func finish() throws(JSONError) {
        skipWhitespace()
        guard position == end else { throw unexpected() }
    }

    /// Reads an object. Calls `member` with each name, in order; it must read or skip the value.
    public mutating func object(_ member: (JSONName, inout JSONScanner) throws(JSONError) -> Void) throws(JSONError) {
        try open(UInt8(ascii: "{"))
        if try !close(UInt8(ascii: "}")) {
            repeat { try member(try name(), &self) } while try !closeOrComma(UInt8(ascii: "}"))
        }
        depth -= 1
    }

    /// Consumes the name of a member and the colon after it.
    private mutating func name() throws(JSONError) -> JSONName {
        guard try nextByte() == UInt8(ascii: "\"") else { throw unexpected() }
        let name = JSONName(bytes: bytes, token: try stringToken())
        // A name must be valid text, because an unknown member that is kept is written again. Few names have escapes.
        if name.token.hasEscapes { _ = try name.text() }
        try expect(UInt8(ascii: ":"))
        return name
    }

    /// Consumes the name of the next member, with the brace or comma before it, if it is this name, written without
    /// white space or escapes. Otherwise consumes nothing.
    @inline(__always)
    public mutating func passName(_ name: StaticString, isFirst: Bool) -> Bool {
        let (text, count) = (name.utf8Start, name.utf8CodeUnitCount)
        guard count + 4 <= end - position, bytes[position] == (isFirst ? UInt8(ascii: "{") : UInt8(ascii: ",")),
            bytes[position + 1] == UInt8(ascii: "\""), bytes[position + count + 2] == UInt8(ascii: "\""),
            bytes[position + count + 3] == UInt8(ascii: ":")
        else { return false }
        for index in 0..<count where bytes[position + index + 2] != text[index] { return false }
        position += count + 4
        return true
    }

    /// Whether the current object ends with the next byte.
    public var isAtEndOfObject: Bool { position < end && bytes[position] == UInt8(ascii: "}") }

    /// Reads an array. `element` must read or skip each value.
    public mutating func array(_ element: (inout JSONScanner) throws(JSONError) -> Void) throws(JSONError) {
        try open(UInt8(ascii: "["))
        if try !close(UInt8(ascii: "]")) {
            repeat { try element(&self) } while try !closeOrComma(UInt8(ascii: "]"))
        }
        depth -= 1
    }

    public mutating func string() throws(JSONError) -> String {
        guard try nextByte() == UInt8(ascii: "\"") else { throw unexpected() }
        return try stringToken().text(in: bytes)
    }

    /// The bytes between the quotes of a string, which are the text unless it has escapes.
    public mutating func rawString() throws(JSONError) -> UnsafeBufferPointer<UInt8> {
        guard try nextByte() == UInt8(ascii: "\"") else { throw unexpected() }
        return UnsafeBufferPointer(rebasing: bytes[try stringToken().range])
    }

    /// The bytes up to the next quote, for strings that can't contain backslashes or control characters; the caller
    /// must check that.
    mutating func rawStringWithoutEscapes() throws(JSONError) -> UnsafeBufferPointer<UInt8> {
        try expect(UInt8(ascii: "\""))
        let start = position
        guard let quote = bytes.firstIndex(of: UInt8(ascii: "\""), from: start), quote < end else {
            position = end
            throw unexpected()
        }
        position = quote + 1
        return UnsafeBufferPointer(rebasing: bytes[start..<quote])
    }

    public mutating func strings() throws(JSONError) -> [String] {
        var strings: [String] = []
        try array { scanner throws(JSONError) in strings.append(try scanner.string()) }
        return strings
    }

    /// Reads any value and returns it as written.
    public mutating func json() throws(JSONError) -> String {
        let range = try skip()
        return String(decoding: bytes[range], as: UTF8.self)
    }

    /// Reads an object whose values are strings.
    public mutating func namedStrings() throws(JSONError) -> [(name: String, text: String)] {
        var members: [(name: String, text: String)] = []
        try object { name, value throws(JSONError) in members.append((try name.text(), try value.string())) }
        return members
    }

    /// Reads a whole number, also with a fraction of zeros or an exponent.
    public mutating func integer() throws(JSONError) -> Int {
        let start = position
        let token = try numberToken()
        let text = token.text(in: bytes)
        if let number = token.isPlain ? Int(text) : Int(wholeNumber: text) { return number }
        throw JSONError(offset: start, reason: .notAWholeNumber)
    }

    /// Reads a number and returns it as written.
    public mutating func number() throws(JSONError) -> String {
        try numberToken().text(in: bytes)
    }

    public mutating func bool() throws(JSONError) -> Bool {
        let isTrue = try nextByte() == UInt8(ascii: "t")
        try literal(isTrue ? "true" : "false")
        return isTrue
    }

    /// Consumes `null` if it comes next, and returns whether it did.
    public mutating func null() throws(JSONError) -> Bool {
        guard try nextByte() == UInt8(ascii: "n") else { return false }
        try literal("null")
        return true
    }

    /// Skips any value; an object without validating what is in it, many times faster than `skip`.
    public mutating func skipUnchecked() throws(JSONError) {
        if try close(UInt8(ascii: "{")) { try skipRestOfObject() } else { try skip() }
    }

    /// Skips the rest of the current object without validating it: only braces and strings are recognised. Reading the
    /// object later finds errors in it.
    mutating func skipRestOfObject() throws(JSONError) {
        var open = 1
        var isInString = false
        var offset = position
        while offset < end {
            // Most blocks have neither braces nor backslashes; then the number of quotes shows whether a string
            // continues after the block. Counting many bytes at a time avoids mispredicted branches.
            if let quotes = quotes(at: offset) {
                isInString = isInString != (quotes & 1 == 1)
                offset += Self.block
                continue
            }
            let blockEnd = min(offset + Self.block, end)
            while offset < blockEnd {
                switch bytes[offset] {
                case UInt8(ascii: "\""):
                    isInString.toggle()
                case UInt8(ascii: "\\"):
                    offset += 1
                case UInt8(ascii: "{") where !isInString:
                    open += 1
                case UInt8(ascii: "}") where !isInString:
                    open -= 1
                    if open == 0 {
                        position = offset + 1
                        return
                    }
                default:
                    break
                }
                offset += 1
            }
        }
        position = end
        throw unexpected()
    }

    /// The number of bytes examined at a time.
    static let block = 32

    /// The number of quotes in the next block; nil if it also has braces or backslashes, or is cut short by the end.
    private func quotes(at offset: Int) -> UInt8? {
        guard offset + Self.block <= end, let base = bytes.baseAddress else { return nil }
        let start = base + offset
        // Free of branches, so that it vectorises.
        var quotes: UInt8 = 0
        var difference = UInt8.max
        for index in 0..<Self.block {
            let byte = start[index]
            quotes &+= byte == UInt8(ascii: "\"") ? 1 : 0
            difference = min(
                difference, min(byte ^ UInt8(ascii: "{"), byte ^ UInt8(ascii: "}"), byte ^ UInt8(ascii: "\\")))
        }
        return difference == 0 ? nil : quotes
    }

    /// Enters an object and returns its first member's value, a string, if the member has this name. Otherwise returns
    /// nil and consumes nothing.
    mutating func firstMember(_ name: StaticString) throws(JSONError) -> UnsafeBufferPointer<UInt8>? {
        var inside = self
        if !inside.passName(name, isFirst: true) {
            try inside.expect(UInt8(ascii: "{"))
            guard try inside.nextByte() == UInt8(ascii: "\""), try inside.name().is(name) else { return nil }
        }
        let value = try inside.rawString()
        self = inside
        return value
    }

    /// Skips white space and returns the start of the next value.
    public mutating func startOfValue() throws(JSONError) -> Int {
        _ = try nextByte()
        return position
    }

    /// Skips any value and returns its range. Strings are checked for valid syntax, but not decoded.
    @discardableResult
    public mutating func skip() throws(JSONError) -> Range<Int> {
        let first = try nextByte()
        let start = position
        switch first {
        case UInt8(ascii: "{"): try object { _, scanner throws(JSONError) in try scanner.skip() }
        case UInt8(ascii: "["): try array { scanner throws(JSONError) in try scanner.skip() }
        case UInt8(ascii: "\""): _ = try stringToken()
        case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try bool()
        case UInt8(ascii: "n"): try literal("null")
        default: _ = try numberToken()
        }
        return start..<position
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate var isUTF8: Bool {
        // Most text is ASCII, which is checked faster.
        var bits: UInt8 = 0
        for byte in self { bits |= byte }
        return bits < 0x80 || String(validating: self, as: UTF8.self) != nil
    }
}
