/// An International Standard Book Number whose check digit has been verified.
///
/// The ten-digit form is converted, so that both forms of one number are equal. Rules: ISO 2108, and the ISBN Users'
/// Manual of the International ISBN Agency.
public struct ISBN: Hashable, Sendable {
    /// The thirteen digits as one number.
    public let number: UInt64

    /// Reads ten or thirteen digits; hyphens and spaces between them do not matter.
    public init(_ text: some StringProtocol) throws(ISBNError) {
        var digits: [UInt8] = []
        for scalar in text.unicodeScalars {
            switch scalar {
            case "0"..."9":
                digits.append(UInt8(scalar.value - 48))
            case _ where (scalar == "X" || scalar == "x") && digits.count == 9:
                digits.append(10)
            case "-", " ", "\u{A0}", "\u{2010}"..."\u{2013}":
                continue
            default:
                throw .unexpectedCharacter(Character(scalar))
            }
            // Long enough to tell what is wrong, however long the text is.
            if digits.count > 20 { break }
        }
        switch digits.count {
        case 10:
            let sum = zip(digits, 0...).reduce(0) { $0 + Int($1.0) * (10 - $1.1) }
            guard sum % 11 == 0 else { throw .wrongCheckDigit }
            let withoutCheck = [9, 7, 8] + digits.dropLast()
            self.number = Self.number(of: withoutCheck + [Self.checkDigit(for: withoutCheck)])
        case 13:
            guard !digits.contains(10) else { throw .unexpectedCharacter("X") }
            guard digits.starts(with: [9, 7, 8]) || digits.starts(with: [9, 7, 9]) else { throw .wrongPrefix }
            guard Self.checkDigit(for: digits.dropLast()) == digits[12] else { throw .wrongCheckDigit }
            self.number = Self.number(of: digits)
        default:
            throw .wrongLength(digits.count)
        }
    }

    private static func checkDigit(for twelve: some Collection<UInt8>) -> UInt8 {
        let sum = zip(twelve, 0...).reduce(0) { $0 + Int($1.0) * ($1.1.isMultiple(of: 2) ? 1 : 3) }
        return UInt8((10 - sum % 10) % 10)
    }

    private static func number(of digits: some Collection<UInt8>) -> UInt64 {
        digits.reduce(0) { $0 * 10 + UInt64($1) }
    }
}

extension ISBN: CustomStringConvertible {
    /// Thirteen digits without hyphens.
    public var description: String { String(number) }
}

/// What keeps a text from being an ISBN.
public enum ISBNError: Error, Hashable {
    /// Neither ten nor thirteen digits; more than twenty are not counted.
    case wrongLength(Int)
    case wrongCheckDigit
    /// Thirteen digits that do not begin with 978 or 979, and so name some other article.
    case wrongPrefix
    case unexpectedCharacter(Character)
}
