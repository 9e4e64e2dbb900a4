/// How many days a book is lent for: one day to ten years.
public struct LoanPeriod: Hashable, Sendable {
    public let days: Int

    public static let allowedDays = 1...3650

    /// The period of that many days, or nil if `allowedDays` doesn't contain it.
    public init?(days: Int) {
        guard Self.allowedDays.contains(days) else { return nil }
        self.days = days
    }

    /// Four weeks.
    public static let standard = LoanPeriod(uncheckedDays: 28)

    private init(uncheckedDays days: Int) {
        self.days = days
    }
}
