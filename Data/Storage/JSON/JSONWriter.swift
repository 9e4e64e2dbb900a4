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

    public mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            for index in utf8.indices where utf8[index] < 0x20 || utf8[index] == 0x22 || utf8[index] == 0x5C {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                appendEscaped(utf8[index])
                start = index + 1
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

    private mutating func appendEscaped(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x22, 0x5C: bytes.append(byte)
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(contentsOf: [byte >> 4, byte & 0xF].map { $0 < 10 ? 0x30 + $0 : 0x57 + $0 })
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

    public mutating func member(_ name: StaticString, _ values: [String]) {
        self.name(name)
        array { writer in
            for value in values { writer.string(value) }
        }
    }
}
