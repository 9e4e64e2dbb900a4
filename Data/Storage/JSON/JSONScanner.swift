/// Reads JSON (RFC 8259) from bytes, value by value, in the order of the text.
///
/// It exists because the journal must be read many times faster than Foundation's decoder can: it looks only at what
/// it is asked for, and makes no value it is not asked for. It accepts what Foundation's decoder accepts, which the
/// tests hold it against; a byte-order mark is not for it.
///
/// The buffer must outlive the scanner; nothing outside of it is read, whatever it holds.
public struct JSONScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The place of the next byte, counted from the start of the buffer.
    public internal(set) var position: Int
    let end: Int
    var depth = 0

    /// As deep as Foundation's decoder follows arrays and objects in each other.
    static let deepest = 512

    public init(_ bytes: UnsafeBufferPointer<UInt8>, range: Range<Int>? = nil) {
        let range = (range ?? bytes.indices).clamped(to: bytes.indices)
        self.bytes = bytes
        self.position = range.lowerBound
        self.end = range.upperBound
    }

    /// Reads all of `bytes`, which must be one value and UTF-8.
    public static func scan<Value>(
        _ bytes: [UInt8], _ read: (inout JSONScanner) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        let result = bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(JSONError) in
                guard buffer.isUTF8 else {
                    throw JSONError(offset: 0, reason: .invalidUTF8)
                }
                var scanner = JSONScanner(buffer)
                let value = try read(&scanner)
                try scanner.finish()
                return value
            }
        }
        return try result.get()
    }

    /// Throws where something other than white space is left.
    public mutating func finish() throws(JSONError) {
        skipWhitespace()
        guard position == end else { throw unexpected() }
    }

    /// Reads an object. For each member, in order, `member` is given the name, and must read or skip the value.
    public mutating func object(
        _ member: (JSONName, inout JSONScanner) throws(JSONError) -> Void
    ) throws(JSONError) {
        try beginObject()
        var isFirst = true
        while let name = try nextName(isFirst: isFirst) {
            try member(name, &self)
            isFirst = false
        }
    }

    /// Passes over the opening brace of an object, whose members come next: see `nextName`.
    public mutating func beginObject() throws(JSONError) {
        try open(UInt8(ascii: "{"))
    }

    /// The name of the next member of the object that is being read, whose value must be read or skipped next; nil after
    /// the last one, when the closing brace has been passed over. `isFirst` says whether no member was read yet.
    public mutating func nextName(isFirst: Bool) throws(JSONError) -> JSONName? {
        if isFirst ? try close(UInt8(ascii: "}")) : try closeOrComma(UInt8(ascii: "}")) {
            depth -= 1
            return nil
        }
        guard try nextByte() == UInt8(ascii: "\"") else { throw unexpected() }
        let name = JSONName(bytes: bytes, token: try stringToken())
        // A name must be a text: an unknown member that is kept is written again. Few have escapes.
        if name.token.hasEscapes { _ = try name.text() }
        try expect(UInt8(ascii: ":"))
        return name
    }

    /// Reads an array; `element` must read or skip each value.
    public mutating func array(_ element: (inout JSONScanner) throws(JSONError) -> Void) throws(JSONError) {
        try open(UInt8(ascii: "["))
        if try !close(UInt8(ascii: "]")) {
            repeat {
                try element(&self)
            } while try !closeOrComma(UInt8(ascii: "]"))
        }
        depth -= 1
    }

    public mutating func string() throws(JSONError) -> String {
        guard try nextByte() == UInt8(ascii: "\"") else { throw unexpected() }
        return try stringToken().text(in: bytes)
    }

    /// The bytes between the quotes of a string, which are the text itself unless it has escapes.
    public mutating func rawString() throws(JSONError) -> UnsafeBufferPointer<UInt8> {
        guard try nextByte() == UInt8(ascii: "\"") else { throw unexpected() }
        return UnsafeBufferPointer(rebasing: bytes[try stringToken().range])
    }

    /// The same, for texts of an alphabet without backslashes and control characters, to which whoever reads them holds
    /// them: all up to the next quote.
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

    /// Reads a whole number, however it is written.
    public mutating func integer() throws(JSONError) -> Int {
        let start = position
        let token = try numberToken()
        let text = token.text(in: bytes)
        if let number = token.isPlain ? Int(text) : Int(wholeNumber: text) { return number }
        throw JSONError(offset: start, reason: .notAWholeNumber)
    }

    /// Reads a number and returns it as it is written.
    public mutating func number() throws(JSONError) -> String {
        try numberToken().text(in: bytes)
    }

    public mutating func bool() throws(JSONError) -> Bool {
        switch try nextByte() {
        case UInt8(ascii: "t"):
            try literal("true")
            return true
        case UInt8(ascii: "f"):
            try literal("false")
            return false
        default:
            throw unexpected()
        }
    }

    /// Reads `null` if it comes next, and tells whether it did.
    public mutating func null() throws(JSONError) -> Bool {
        guard try nextByte() == UInt8(ascii: "n") else { return false }
        try literal("null")
        return true
    }

    /// Passes over the rest of the object whose members are being read, without looking into it: only braces and
    /// strings are told apart. What is wrong in there is found by whoever reads the object.
    mutating func skipRestOfObject() throws(JSONError) {
        var open = 1
        var isInString = false
        var place = position
        while place < end {
            // In most of an object there is no brace and no backslash: whether a string goes on behind it, is told by
            // the number of quotes. They are counted many at a time, without a branch at each, of which the processor
            // could not foresee where it comes.
            if let quotes = quotes(at: place) {
                isInString = isInString != (quotes & 1 == 1)
                place += Self.block
                continue
            }
            let blockEnd = min(place + Self.block, end)
            while place < blockEnd {
                switch bytes[place] {
                case UInt8(ascii: "\""):
                    isInString.toggle()
                case UInt8(ascii: "\\"):
                    place += 1
                case UInt8(ascii: "{") where !isInString:
                    open += 1
                case UInt8(ascii: "}") where !isInString:
                    open -= 1
                    if open == 0 {
                        position = place + 1
                        return
                    }
                default:
                    break
                }
                place += 1
            }
        }
        position = end
        throw unexpected()
    }

    /// As many bytes as are taken at a time, where that is worth it.
    static let block = 32

    /// How many quotes there are in the next bytes; nil if there are braces or backslashes too.
    private func quotes(at place: Int) -> UInt8? {
        guard place + Self.block <= end, let base = bytes.baseAddress else { return nil }
        let start = base + place
        // So plain that the compiler takes many bytes at a time.
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

    /// The first member's name, if it is this one, and its value, a string; then the scanner is inside the object. Nil,
    /// and nothing passed over, where the object begins otherwise.
    mutating func firstMember(_ name: StaticString) throws(JSONError) -> UnsafeBufferPointer<UInt8>? {
        var inside = self
        try inside.expect(UInt8(ascii: "{"))
        guard try inside.nextByte() == UInt8(ascii: "\""),
            JSONName(bytes: bytes, token: try inside.stringToken()).is(name)
        else { return nil }
        try inside.expect(UInt8(ascii: ":"))
        let value = try inside.rawString()
        self = inside
        return value
    }

    /// Where the next value begins.
    public mutating func startOfValue() throws(JSONError) -> Int {
        _ = try nextByte()
        return position
    }

    /// Passes over any value and returns where it stood. Its strings are held against the grammar, but not decoded.
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
        // Much is ASCII, which can be seen without making a text of it.
        var bits: UInt8 = 0
        for byte in self { bits |= byte }
        return bits < 0x80 || String(validating: self, as: UTF8.self) != nil
    }
}
