/// Writes JSON (RFC 8259) without white space, with members in the order given.
///
/// Foundation's encoder can't preserve an order, which a file that people read needs.
public struct JSONWriter: Sendable {
    /// The text written so far.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    public init(reservingCapacity capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Writes an object; `body` writes its members.
    public mutating func object(_ body: (inout JSONWriter) -> Void) {
        enclosed(by: ("{", "}"), body)
    }

    /// Writes an array; `body` writes its values.
    public mutating func array(_ body: (inout JSONWriter) -> Void) {
        enclosed(by: ("[", "]"), body)
    }

    /// Writes the name of a member; its value comes next.
    public mutating func name(_ name: StaticString) {
        // Assembled first and appended once, because names are most of the output.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: name.utf8CodeUnitCount + 4) { text in
            var length = 0
            func append(_ byte: UInt8) {
                text[length] = byte
                length += 1
            }
            if needsComma { append(UInt8(ascii: ",")) }
            append(UInt8(ascii: "\""))
            for index in 0..<name.utf8CodeUnitCount { append(name.utf8Start[index]) }
            append(UInt8(ascii: "\""))
            append(UInt8(ascii: ":"))
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[..<length]))
        }
        needsComma = false
    }

    /// Writes the name of a member that is only known at run time; its value comes next.
    public mutating func name(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string. Escapes, besides what JSON demands, all that would control a terminal or reorder its text: DEL,
    /// the C1 controls, the line and paragraph separators and the controls of text direction.
    public mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            for index in utf8.indices {
                let byte = utf8[index]
                // A single comparison for the characters from space to "~".
                guard byte &- 0x20 > 0x7E - 0x20 || byte == 0x22 || byte == 0x5C else { continue }
                let length = byte < 0x80 ? 1 : utf8.lengthOfControl(at: index)
                guard length > 0 else { continue }
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                for unit in String(decoding: utf8[index..<index + length], as: UTF8.self).utf16 { appendEscaped(unit) }
                start = index + length
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    public mutating func number(_ number: Int) {
        separate()
        bytes.append(contentsOf: String(number).utf8)
    }

    public mutating func bool(_ value: Bool) {
        separate()
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    /// Writes a value that is already JSON.
    public mutating func raw(_ json: some Sequence<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func enclosed(by brackets: (Unicode.Scalar, Unicode.Scalar), _ body: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(UInt8(ascii: brackets.0))
        needsComma = false
        body(&self)
        bytes.append(UInt8(ascii: brackets.1))
        needsComma = true
    }

    /// Writes a code unit of UTF-16 as an escape sequence.
    private mutating func appendEscaped(_ unit: UInt16) {
        bytes.append(UInt8(ascii: "\\"))
        switch unit {
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x22, 0x5C: bytes.append(UInt8(unit))
        default:
            bytes.append(UInt8(ascii: "u"))
            for shift in [12, 8, 4, 0] {
                let digit = UInt8(unit >> shift & 0xF)
                bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
            }
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The number of bytes of the control character outside ASCII at `index` of this UTF-8; 0 if there is none.
    public func lengthOfControl(at index: Int) -> Int {
        let rest = count - index
        return switch (self[index], rest > 1 ? self[index + 1] : 0, rest > 2 ? self[index + 2] : 0) {
        // U+0080 to U+009F, and U+061C
        case (0xC2, 0x80...0x9F, _), (0xD8, 0x9C, _): 2
        // U+200E, U+200F, U+2028 to U+202E, and U+2066 to U+2069
        case (0xE2, 0x80, 0x8E...0x8F), (0xE2, 0x80, 0xA8...0xAE), (0xE2, 0x81, 0xA6...0xA9): 3
        default: 0
        }
    }
}

extension JSONWriter {
    public mutating func member(_ name: StaticString, _ value: String) {
        self.name(name)
        string(value)
    }

    public mutating func member(_ name: StaticString, _ value: Int) {
        self.name(name)
        number(value)
    }

    public mutating func member(_ name: StaticString, _ value: Bool) {
        self.name(name)
        bool(value)
    }
}
