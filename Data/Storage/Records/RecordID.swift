/// Identifies a record among all of its kind: one to sixteen ASCII letters, digits, `-` or `_`.
///
/// It is one integer instead of a text, because stores compare and sort hundreds of thousands of identifiers.
public struct RecordID: Hashable, Sendable {
    /// The characters from the highest byte down, padded with zeros, so that numbers sort like the texts.
    private let word: UInt128

    /// Returns nil unless `text` is a valid identifier.
    public init?(_ text: String) {
        var text = text
        guard let id = text.withUTF8({ RecordID(utf8: $0) }) else { return nil }
        self = id
    }

    /// Returns nil unless the bytes are a valid identifier.
    public init?(utf8: UnsafeBufferPointer<UInt8>) {
        guard (1...16).contains(utf8.count) else { return nil }
        var (high, low) = (UInt64(0), UInt64(0))
        for index in 0..<min(utf8.count, 8) {
            guard Self.isAllowed(utf8[index]) else { return nil }
            high |= UInt64(utf8[index]) << UInt64(56 - 8 * index)
        }
        for index in 8..<max(utf8.count, 8) {
            guard Self.isAllowed(utf8[index]) else { return nil }
            low |= UInt64(utf8[index]) << UInt64(120 - 8 * index)
        }
        word = UInt128(high) << 64 | UInt128(low)
    }

    public static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}

extension RecordID: Comparable {
    /// Orders identifiers by their bytes.
    public static func < (left: Self, right: Self) -> Bool { left.word < right.word }
}

extension RecordID: CustomStringConvertible {
    /// The text that `init(_:)` accepts.
    public var description: String {
        let bytes = (0..<16).map { UInt8(truncatingIfNeeded: word >> UInt128(120 - 8 * $0)) }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
