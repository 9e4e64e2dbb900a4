/// Reads JSON (RFC 8259) from bytes, value by value, in the order of the text.
///
/// It exists because the journal must be read many times faster than Foundation's decoder can: it looks only at what
/// it is asked for, and makes no value it is not asked for. It accepts what Foundation's decoder accepts, which the
/// tests hold it against; a byte-order mark is not for it.
///
/// The buffer must outlive the scanner; nothing outside of it is read, whatever it holds.
struct JSONScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The place of the next byte, counted from the start of the buffer.
    private(set) var position: Int
    private let end: Int
    private var depth = 0

    /// As deep as Foundation's decoder follows arrays and objects in each other.
    private static let deepest = 512

    init(_ bytes: UnsafeBufferPointer<UInt8>, range: Range<Int>? = nil) {
        let range = (range ?? bytes.indices).clamped(to: bytes.indices)
        self.bytes = bytes
        self.position = range.lowerBound
        self.end = range.upperBound
    }

    /// Reads all of `bytes`, which must be one value and UTF-8.
    static func scan<Value>(
        _ bytes: [UInt8], _ read: (inout JSONScanner) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        let result = bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(JSONError) in
                guard String(validating: buffer, as: UTF8.self) != nil else {
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
    mutating func finish() throws(JSONError) {
        skipWhitespace()
        guard position == end else { throw unexpected() }
    }

    /// Reads an object. For each member, in order, `member` is given the raw name, between its quotes, and must read
    /// or skip the value.
    mutating func object(
        _ member: (JSONName, inout JSONScanner) throws(JSONError) -> Void
    ) throws(JSONError) {
        try open(UInt8(ascii: "{"))
        if try !close(UInt8(ascii: "}")) {
            repeat {
                guard try nextByte() == UInt8(ascii: "\"") else { throw unexpected() }
                let name = JSONName(bytes: bytes, token: try stringToken())
                // A name must be a text: whoever keeps an unknown member writes it again. Few have escapes.
                if name.token.hasEscapes { _ = try name.text() }
                try expect(UInt8(ascii: ":"))
                try member(name, &self)
            } while try !closeOrComma(UInt8(ascii: "}"))
        }
        depth -= 1
    }

    /// Reads an array; `element` must read or skip each value.
    mutating func array(_ element: (inout JSONScanner) throws(JSONError) -> Void) throws(JSONError) {
        try open(UInt8(ascii: "["))
        if try !close(UInt8(ascii: "]")) {
            repeat {
                try element(&self)
            } while try !closeOrComma(UInt8(ascii: "]"))
        }
        depth -= 1
    }

    mutating func string() throws(JSONError) -> String {
        guard try nextByte() == UInt8(ascii: "\"") else { throw unexpected() }
        return try stringToken().text(in: bytes)
    }

    /// The bytes between the quotes of a string, which are the text itself unless it has escapes.
    mutating func rawString() throws(JSONError) -> UnsafeBufferPointer<UInt8> {
        guard try nextByte() == UInt8(ascii: "\"") else { throw unexpected() }
        return UnsafeBufferPointer(rebasing: bytes[try stringToken().range])
    }

    mutating func strings() throws(JSONError) -> [String] {
        var strings: [String] = []
        try array { scanner throws(JSONError) in strings.append(try scanner.string()) }
        return strings
    }

    /// Reads a whole number, however it is written.
    mutating func integer() throws(JSONError) -> Int {
        let start = position
        let token = try numberToken()
        let text = token.text(in: bytes)
        if let number = token.isPlain ? Int(text) : Int(wholeNumber: text) { return number }
        throw JSONError(offset: start, reason: .notAWholeNumber)
    }

    /// Reads a number and returns it as it is written.
    mutating func number() throws(JSONError) -> String {
        try numberToken().text(in: bytes)
    }

    mutating func bool() throws(JSONError) -> Bool {
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
    mutating func null() throws(JSONError) -> Bool {
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

    private static let block = 32

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
    mutating func startOfValue() throws(JSONError) -> Int {
        _ = try nextByte()
        return position
    }

    /// Passes over any value and returns where it stood. Its strings are held against the grammar, but not decoded.
    @discardableResult
    mutating func skip() throws(JSONError) -> Range<Int> {
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

extension Int {
    /// The value of a number with a fraction or an exponent, exactly; nil where it is not whole, or out of range.
    fileprivate init?(wholeNumber text: String) {
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

private struct JSONNumberToken {
    let range: Range<Int>
    /// Without fraction and exponent.
    let isPlain: Bool

    func text(in bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}

extension JSONScanner {
    private mutating func skipWhitespace() {
        while position < end {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    /// The next byte that is not white space; it is not passed over.
    private mutating func nextByte() throws(JSONError) -> UInt8 {
        skipWhitespace()
        guard position < end else { throw unexpected() }
        return bytes[position]
    }

    private func unexpected() -> JSONError {
        JSONError(offset: position, reason: position < end ? .unexpectedByte(bytes[position]) : .unexpectedEnd)
    }

    private mutating func expect(_ byte: UInt8) throws(JSONError) {
        // Mostly there is no white space.
        if position < end, bytes[position] == byte {
            position += 1
            return
        }
        guard try nextByte() == byte else { throw unexpected() }
        position += 1
    }

    private mutating func open(_ bracket: UInt8) throws(JSONError) {
        try expect(bracket)
        depth += 1
        guard depth <= Self.deepest else { throw JSONError(offset: position, reason: .tooDeep) }
    }

    /// Passes over the closing bracket if it comes next.
    private mutating func close(_ bracket: UInt8) throws(JSONError) -> Bool {
        guard try nextByte() == bracket else { return false }
        position += 1
        return true
    }

    private mutating func closeOrComma(_ bracket: UInt8) throws(JSONError) -> Bool {
        if try close(bracket) { return true }
        try expect(UInt8(ascii: ","))
        return false
    }

    private mutating func literal(_ word: StaticString) throws(JSONError) {
        let length = word.utf8CodeUnitCount
        guard position + length <= end,
            word.withUTF8Buffer({ $0.elementsEqual(bytes[position..<position + length]) })
        else { throw unexpected() }
        position += length
    }

    /// Passes over the string whose quote is the next byte.
    private mutating func stringToken() throws(JSONError) -> JSONStringToken {
        let start = position + 1
        var hasEscapes = false
        var allBits: UInt8 = 0
        // Local, because most of the time of reading is spent in this loop.
        var place = start
        while place < end {
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
    private mutating func numberToken() throws(JSONError) -> JSONNumberToken {
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

extension UInt8 {
    fileprivate var isHexadecimalDigit: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }
}
