/// Tells a record from all others of its kind: one to sixteen ASCII letters, digits, `-` or `_`.
///
/// It is kept in one register, because a store compares and sorts identifiers by the hundred thousand.
public struct RecordID: Hashable, Sendable {
    /// The characters from the highest byte down, then zeros, so that numbers order as the texts do.
    private let word: UInt128

    /// Nil unless `text` is an identifier.
    public init?(_ text: String) {
        var text = text
        guard let id = text.withUTF8({ RecordID(utf8: $0) }) else { return nil }
        self = id
    }

    /// The same, from the bytes of a text.
    public init?(utf8: UnsafeBufferPointer<UInt8>) {
        guard (1...16).contains(utf8.count) else { return nil }
        var (high, low) = (UInt64(0), UInt64(0))
        for place in 0..<min(utf8.count, 8) {
            guard Self.isAllowed(utf8[place]) else { return nil }
            high |= UInt64(utf8[place]) << UInt64(56 - 8 * place)
        }
        for place in 8..<max(utf8.count, 8) {
            guard Self.isAllowed(utf8[place]) else { return nil }
            low |= UInt64(utf8[place]) << UInt64(120 - 8 * place)
        }
        word = UInt128(high) << 64 | UInt128(low)
    }

    static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}

extension RecordID: Comparable {
    /// Orders as the texts do, byte by byte.
    public static func < (left: Self, right: Self) -> Bool {
        left.word < right.word
    }
}

extension RecordID: CustomStringConvertible {
    /// The text that `init(_:)` takes.
    public var description: String {
        let bytes = (0..<16).map { UInt8(truncatingIfNeeded: word >> UInt128(120 - 8 * $0)) }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
