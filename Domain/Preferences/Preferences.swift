/// The user's defaults.
public struct Preferences: Hashable, Sendable {
    /// How lists of books are sorted.
    public var sort = BookSort.title
    /// How long a book is lent.
    public var loanPeriod = LoanPeriod.standard

    public init() {}
}
