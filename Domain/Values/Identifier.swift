/// Names one stored entity. A book's identifier cannot be passed where a borrower's is meant.
///
/// It carries 60 random bits, so that two machines that never met can both add entities: among a hundred thousand
/// entities the chance that any two are given the same identifier is about one in two hundred million.
///
/// As text it is twelve characters of Douglas Crockford's base 32 (https://www.crockford.com/base32.html), in lower
/// case: no `i`, `l`, `o` or `u`, so it is read aloud without doubt, and few English words are a prefix of one.
public struct Identifier<Subject>: Hashable, Sendable {
    /// The number behind the text; the top four bits are always zero.
    public let bits: UInt64

    /// The identifier made of the lowest 60 of `bits`. Chance is the caller's: pass random bits for a new entity.
    public init(bits: UInt64) {
        self.bits = bits & (1 << 60 - 1)
    }

    /// The identifier that `text` spells in full, or nil. Upper case is accepted.
    public init?(_ text: String) {
        var text = text
        guard let bits = text.withUTF8(base32Number) else { return nil }
        self.bits = bits
    }

    /// The same, from the bytes of a text.
    public init?(utf8: UnsafeBufferPointer<UInt8>) {
        guard let bits = base32Number(utf8) else { return nil }
        self.bits = bits
    }
}

extension Identifier: Comparable {
    /// Orders as the texts do.
    public static func < (left: Self, right: Self) -> Bool {
        left.bits < right.bits
    }
}

extension Identifier: CustomStringConvertible {
    /// The twelve characters that `init(_:)` takes.
    public var description: String {
        String(unsafeUninitializedCapacity: 12) { buffer in
            for place in 0..<12 {
                buffer[place] = base32Digits[Int(bits >> UInt64(55 - 5 * place) & 31)]
            }
            return 12
        }
    }
}

private let base32Digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

/// The number that twelve digits spell, in either case.
private func base32Number(_ text: UnsafeBufferPointer<UInt8>) -> UInt64? {
    guard text.count == 12 else { return nil }
    var number: UInt64 = 0
    for character in text {
        let place = Int(character) - 0x30
        guard base32Values.indices.contains(place), base32Values[place] < 32 else { return nil }
        number = number << 5 | base32Values[place]
    }
    return number
}

/// The values of the characters from `0` to `z`; 32 for those that are no digits. A table, because comparing takes
/// several times as long, and identifiers are read by the hundred thousand.
private let base32Values: [UInt64] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 32, 32, 32, 32, 32, 32,
    32, 10, 11, 12, 13, 14, 15, 16, 17, 32, 18, 19, 32, 20, 21, 32,
    22, 23, 24, 25, 26, 32, 27, 28, 29, 30, 31, 32, 32, 32, 32, 32,
    32, 10, 11, 12, 13, 14, 15, 16, 17, 32, 18, 19, 32, 20, 21, 32,
    22, 23, 24, 25, 26, 32, 27, 28, 29, 30, 31,
]
