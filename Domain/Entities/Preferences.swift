/// What the reader prefers where nothing else is asked for.
public struct Preferences: Hashable, Sendable {
    /// How lists of books are sorted.
    public var sort: BookSort
    /// How long a book is lent.
    public var loanPeriod: LoanPeriod

    public init(sort: BookSort = .title, loanPeriod: LoanPeriod = .standard) {
        self.sort = sort
        self.loanPeriod = loanPeriod
    }
}
