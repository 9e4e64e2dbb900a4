/// How many days a book is lent for: one day to ten years.
public struct LoanPeriod: Hashable, Sendable {
    public let days: Int

    /// The period of that many days, or nil unless there are 1 to 3650.
    public init?(days: Int) {
        guard (1...3650).contains(days) else { return nil }
        self.days = days
    }

    /// Four weeks.
    public static let standard = LoanPeriod(uncheckedDays: 28)

    private init(uncheckedDays days: Int) {
        self.days = days
    }
}
