/// A day of the Gregorian calendar, without time or time zone, from 0001-01-01 to 9999-12-31.
public struct Day: Hashable, Sendable {
    /// Days since 1970-01-01; earlier days are negative.
    public let daysSince1970: Int32

    /// The day of that number, held to the first or last day there is.
    public init(daysSince1970: Int) {
        self.daysSince1970 = Int32(min(max(daysSince1970, Self.first), Self.last))
    }

    /// The day of that date, or nil where the calendar has none: there is no 30th of February.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
        guard (1...Self.lastDay(ofMonth: month, year: year)).contains(day) else { return nil }
        // days_from_civil of Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years begin in March,
        // so that the leap day is their last.
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.daysSince1970 = Int32(era * 146_097 + dayOfEra - 719_468)
    }

    /// Reads `YYYY-MM-DD` (ISO 8601), or returns nil.
    public init?(_ text: String) {
        var text = text
        let numbers = text.withUTF8 { utf8 -> (year: Int, month: Int, day: Int)? in
            guard utf8.count == 10, utf8[4] == UInt8(ascii: "-"), utf8[7] == UInt8(ascii: "-") else { return nil }
            guard let year = utf8[0..<4].decimalNumber, let month = utf8[5..<7].decimalNumber,
                let day = utf8[8..<10].decimalNumber
            else { return nil }
            return (year, month, day)
        }
        guard let numbers else { return nil }
        self.init(year: numbers.year, month: numbers.month, day: numbers.day)
    }

    /// Year, month and day of the month. The algorithm is civil_from_days, of the same source.
    public var date: (year: Int, month: Int, day: Int) {
        let shifted = Int(daysSince1970) + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// The day so many days later, or earlier where `days` is negative; held to the first or last day there is.
    public static func + (day: Day, days: Int) -> Day {
        let (sum, overflow) = Int(day.daysSince1970).addingReportingOverflow(days)
        return Day(daysSince1970: overflow ? (days < 0 ? Self.first : Self.last) : sum)
    }

    /// How many days `later` comes after `earlier`.
    public static func - (later: Day, earlier: Day) -> Int {
        Int(later.daysSince1970) - Int(earlier.daysSince1970)
    }

    private static let first = -719_162
    private static let last = 2_932_896

    private static func lastDay(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2:
            let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
            return isLeap ? 29 : 28
        case 4, 6, 9, 11:
            return 30
        default:
            return 31
        }
    }
}

extension Day: Comparable {
    public static func < (left: Day, right: Day) -> Bool {
        left.daysSince1970 < right.daysSince1970
    }
}

extension Day: CustomStringConvertible {
    /// `YYYY-MM-DD`.
    public var description: String {
        let (year, month, day) = date
        return String(unsafeUninitializedCapacity: 10) { buffer in
            var rest = ((year * 100) + month) * 100 + day
            for place in [9, 8, 6, 5, 3, 2, 1, 0] {
                buffer[place] = UInt8(0x30 + rest % 10)
                rest /= 10
            }
            buffer[4] = 0x2D
            buffer[7] = 0x2D
            return 10
        }
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// The number that these digits are, or nil where one is no digit.
    fileprivate var decimalNumber: Int? {
        var number = 0
        for digit in self {
            guard (0x30...0x39).contains(digit) else { return nil }
            number = number * 10 + Int(digit - 0x30)
        }
        return number
    }
}
