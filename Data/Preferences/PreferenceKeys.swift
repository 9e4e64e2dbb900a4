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

/// Stored as a number of days. Only the days that `LoanDays` allows can be decoded.
extension LoanPeriod: Codable, RawRepresentable {
    public var rawValue: Int { days }

    public init?(rawValue: Int) { self.init(rawValue) }
}
