/// Identifies one stored entity. An identifier of one type of entity cannot be passed as another's.
///
/// It has 60 random bits, so that machines without a connection can both add entities: among a hundred thousand
/// entities the chance that two have the same identifier is about one in two hundred million.
///
/// As text it is twelve characters of Douglas Crockford's base 32 (https://www.crockford.com/base32.html), in lower
/// case. Without `i`, `l`, `o` and `u` it is easy to read aloud, and few English words can be its beginning.
public struct Identifier<Subject>: Hashable, Sendable {
    /// The number that the text encodes; the top four bits are always zero.
    public let bits: UInt64

    /// The identifier made of the lowest 60 of `bits`. Pass random bits for a new entity.
    public init(bits: UInt64) { self.bits = bits & (1 << 60 - 1) }

    /// The identifier that `text` spells in full, or nil. Accepts upper case.
    public init?(_ text: String) {
        var text = text
        let bits = text.withUTF8 { digits -> UInt64? in
            guard digits.count == 12 else { return nil }
            var number: UInt64 = 0
            for digit in digits {
                guard (0x30...0x7A).contains(digit), base32Values[Int(digit) - 0x30] < 32 else { return nil }
                number = number << 5 | base32Values[Int(digit) - 0x30]
            }
            return number
        }
        guard let bits else { return nil }
        self.bits = bits
    }
}

extension Identifier: Comparable {
    /// The order of the texts.
    public static func < (left: Self, right: Self) -> Bool { left.bits < right.bits }
}

extension Identifier: CustomStringConvertible {
    /// The twelve characters that `init(_:)` takes.
    public var description: String {
        String(unsafeUninitializedCapacity: 12) { buffer in
            for index in 0..<12 {
                buffer[index] = base32Digits[Int(bits >> UInt64(55 - 5 * index) & 31)]
            }
            return 12
        }
    }
}

private let base32Digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

/// The values of the characters from `0` to `z`; 32 for a character that isn't a digit. Reading a large library is
/// noticeably slower without the table.
private let base32Values: [UInt64] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 32, 32, 32, 32, 32, 32,
    32, 10, 11, 12, 13, 14, 15, 16, 17, 32, 18, 19, 32, 20, 21, 32,
    22, 23, 24, 25, 26, 32, 27, 28, 29, 30, 31, 32, 32, 32, 32, 32,
    32, 10, 11, 12, 13, 14, 15, 16, 17, 32, 18, 19, 32, 20, 21, 32,
    22, 23, 24, 25, 26, 32, 27, 28, 29, 30, 31,
]
