/// A day of the Gregorian calendar, without time or time zone, from 0001-01-01 to 9999-12-31.
public struct Day: Hashable, Sendable {
    /// Days since 1970-01-01; earlier days are negative.
    public let daysSince1970: Int32

    /// The day of that number, or the nearest one in the range.
    public init(daysSince1970: Int) { self.daysSince1970 = Int32(min(max(daysSince1970, Self.first), Self.last)) }

    /// The day of that date; nil for a date that doesn't exist, such as 30 February.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        // days_from_civil of Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years begin in March, so
        // that the leap day is their last.
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.daysSince1970 = Int32(era * 146_097 + dayOfEra - 719_468)
        // The algorithm turns 30 February into a day in March.
        if day > 28, date != (year, month, day) { return nil }
    }

    /// Reads `YYYY-MM-DD` (ISO 8601), or returns nil.
    public init?(_ text: String) {
        var text = text
        let digits = text.withUTF8 { bytes -> Int? in
            guard bytes.count == 10 else { return nil }
            var digits = 0
            for index in 0..<10 {
                if index == 4 || index == 7 {
                    guard bytes[index] == UInt8(ascii: "-") else { return nil }
                } else {
                    guard (0x30...0x39).contains(bytes[index]) else { return nil }
                    digits = digits * 10 + Int(bytes[index] - 0x30)
                }
            }
            return digits
        }
        guard let digits else { return nil }
        self.init(year: digits / 10_000, month: digits / 100 % 100, day: digits % 100)
    }

    /// Year, month and day of the month. The algorithm is civil_from_days, from the same source.
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

    /// The day that many days later, or earlier if `days` is negative; outside the range, the first or last day.
    public static func + (day: Day, days: Int) -> Day {
        let (sum, overflow) = Int(day.daysSince1970).addingReportingOverflow(days)
        return Day(daysSince1970: overflow ? (days < 0 ? Self.first : Self.last) : sum)
    }

    /// How many days `later` comes after `earlier`.
    public static func - (later: Day, earlier: Day) -> Int { Int(later.daysSince1970) - Int(earlier.daysSince1970) }

    /// The days of a year, or of one of its months; nil if the calendar lacks it.
    public static func days(ofYear year: Int, month: Int? = nil) -> ClosedRange<Day>? {
        guard let first = Day(year: year, month: month ?? 1, day: 1) else { return nil }
        // The last day of a month comes before the first of the next.
        let next = month.map { $0 % 12 + 1 } ?? 1
        let nextYear = next == 1 ? year + 1 : year
        return first...(Day(year: nextYear, month: next, day: 1).map { $0 + -1 } ?? Day(daysSince1970: last))
    }

    private static let first = -719_162
    private static let last = 2_932_896
}

extension Day: Comparable {
    public static func < (left: Day, right: Day) -> Bool { left.daysSince1970 < right.daysSince1970 }
}

extension Day: CustomStringConvertible {
    /// `YYYY-MM-DD`.
    public var description: String {
        let (year, month, day) = date
        return String(unsafeUninitializedCapacity: 10) { buffer in
            var rest = ((year * 100) + month) * 100 + day
            for index in [9, 8, 6, 5, 3, 2, 1, 0] {
                buffer[index] = UInt8(0x30 + rest % 10)
                rest /= 10
            }
            buffer[4] = 0x2D
            buffer[7] = 0x2D
            return 10
        }
    }
}
