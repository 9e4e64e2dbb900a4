public import Domain
public import Storage

extension KeyValueKey<BookSort> {
    public static var sort: Self { Self("sort", default: Preferences().sort) }
}

extension KeyValueKey<LoanPeriod> {
    public static var loanPeriod: Self { Self("loan-days", default: Preferences().loanPeriod) }
}

/// Stored as its name.
extension BookSort: Codable {}

/// Stored as a number of days.
extension LoanPeriod: Codable {
    /// Throws `DecodingError` unless the value is one of the days that `LoanDays` allows.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let period = LoanPeriod(try container.decode(Int.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not one of \(LoanDays.allowed)")
        }
        self = period
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(days)
    }
}
