/// How many days a book is lent for: one day to ten years.
public typealias LoanPeriod = Bounded<LoanDays>

public enum LoanDays: NumberLimits {
    public static let allowed = 1...3650
}

extension LoanPeriod {
    public var days: Int { number }

    /// Four weeks.
    public static let standard = LoanPeriod(clamping: 28)
}
