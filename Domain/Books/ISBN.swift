/// An International Standard Book Number whose check digit has been verified.
///
/// The ten-digit form is converted, so that both forms of one number are equal. Rules: ISO 2108, and the ISBN Users'
/// Manual of the International ISBN Agency.
public struct ISBN: Hashable, Sendable {
    /// The thirteen digits as one number.
    public let number: UInt64

    /// Reads a number that a book can have: not zeros, nor one of no country or language. Earlier versions of the program
    /// took these.
    public init(entered text: String) throws(ISBNError) {
        try self.init(text)
        // The ranges in the agency's RangeMessage.xml, and room for the next country in 979-1.
        let assigned: [ClosedRange<UInt64>] = [97800...97865, 97870...97899, 97910...97919, 97980...97989]
        let hasCountry = assigned.contains { $0.contains(number / 100_000_000) }
        guard hasCountry, number / 10 != 978_000_000_000 else { throw .notAssigned }
    }

    /// Reads ten or thirteen digits of any script, and ignores hyphens, white space and invisible characters. The tenth of
    /// ten digits may be an X.
    public init(_ text: String) throws(ISBNError) {
        // Stored numbers have this form. A number of twelve digits is one with a plus sign.
        if text.utf8.count == 13, let number = UInt64(text), number >= 1_000_000_000_000 {
            self = try ISBN(thirteenDigits: number)
            return
        }
        var number: UInt64 = 0
        var count = 0
        var weightedSum = 0
        var hasX = false
        for scalar in text.unicodeScalars {
            let digit: Int
            switch scalar {
            case "0"..."9": digit = Int(scalar.value - 48)
            case "X" where count == 9, "x" where count == 9: digit = 10
            case "-", " ", "\t"..."\r", "\u{A0}", "\u{AD}", "\u{200B}"..."\u{2015}", "\u{2212}", "\u{FEFF}": continue
            case _ where scalar.properties.numericType == .decimal: digit = Int(scalar.properties.numericValue ?? 0)
            default: throw .unexpectedCharacter(Character(scalar))
            }
            guard count < 19 else { throw .wrongLength(20) }
            weightedSum += digit * (10 - count)
            number = number * 10 + UInt64(digit % 10)
            count += 1
            hasX = hasX || digit == 10
        }
        switch count {
        case 10:
            guard weightedSum % 11 == 0 else { throw .wrongCheckDigit }
            let withoutCheck = 978_000_000_000 + number / 10
            self.number = withoutCheck * 10 + Self.checkDigit(ofTwelve: withoutCheck)
        case 13:
            guard !hasX else { throw .unexpectedCharacter("X") }
            self = try ISBN(thirteenDigits: number)
        default:
            throw .wrongLength(count)
        }
    }

    private init(thirteenDigits number: UInt64) throws(ISBNError) {
        // 979-0 is printed music.
        let prefix = number / 1_000_000_000
        guard (9780...9789).contains(prefix) || (9791...9799).contains(prefix) else { throw .wrongPrefix }
        guard Self.checkDigit(ofTwelve: number / 10) == number % 10 else { throw .wrongCheckDigit }
        self.number = number
    }

    private static func checkDigit(ofTwelve digits: UInt64) -> UInt64 {
        var rest = digits
        var sum: UInt64 = 0
        for index in 0..<12 {
            // From the right, where the weight is three.
            sum += rest % 10 * (index.isMultiple(of: 2) ? 3 : 1)
            rest /= 10
        }
        return (10 - sum % 10) % 10
    }
}

extension ISBN: CustomStringConvertible {
    /// Thirteen digits without hyphens.
    public var description: String { String(number) }
}

/// Why a text is not an ISBN.
public enum ISBNError: Error, Hashable {
    /// The number of digits is neither ten nor thirteen; 20 means twenty or more.
    case wrongLength(Int)
    case wrongCheckDigit
    /// Thirteen digits that number another kind of article: an ISBN begins with 978, or with 979-1 to 979-9.
    case wrongPrefix
    /// No book can have this number.
    case notAssigned
    case unexpectedCharacter(Character)
}

extension ISBN: FieldType {
    static let kind = FieldKind(.line) { text throws(LibraryError) in
        try mapError({ LibraryError.book(.notAnISBN($0)) }, ISBN(entered: text)).fieldValue
    }

    public init?(_ value: FieldValue) {
        guard case .text(let text) = value, let isbn = try? ISBN(text) else { return nil }
        self = isbn
    }

    public var fieldValue: FieldValue { .text(description) }
}
