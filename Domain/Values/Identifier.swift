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
        self.init(utf8: text.utf8)
    }

    /// The same, from the bytes of a text.
    @inlinable
    public init?(utf8: some Sequence<UInt8>) {
        var bits: UInt64 = 0
        var length = 0
        for byte in utf8 {
            guard length < 12, let digit = base32Value(of: byte) else { return nil }
            bits = bits << 5 | digit
            length += 1
        }
        guard length == 12 else { return nil }
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

/// The value of a digit, in either case.
@inlinable
func base32Value(of digit: UInt8) -> UInt64? {
    let digit = digit >= 0x41 ? UInt64(digit | 0x20) : UInt64(digit)
    // Ranges and no table, because identifiers are read by the hundred thousand.
    return switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x61...0x68: digit - 0x61 + 10
    case 0x6A...0x6B: digit - 0x6A + 18
    case 0x6D...0x6E: digit - 0x6D + 20
    case 0x70...0x74: digit - 0x70 + 22
    case 0x76...0x7A: digit - 0x76 + 27
    default: nil
    }
}
