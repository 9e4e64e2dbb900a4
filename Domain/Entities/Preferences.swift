/// What the reader has chosen, once for all.
public struct Preferences: Hashable, Sendable {
    /// How lists are sorted where nothing else is asked for.
    public var sort: BookSort
    /// How long a book is lent where nothing else is asked for.
    public var loanPeriod: LoanPeriod
    /// Whether output is coloured where nothing else is asked for.
    public var color: ColorChoice
    /// Which store holds the library where nothing else is asked for, in the words of whoever opens stores;
    /// nil for the usual one.
    public var store: String?
    /// Which catalogue books are looked up in, in the words of whoever opens catalogues; nil for the usual one.
    public var catalog: String?

    public init(
        sort: BookSort = .title, loanPeriod: LoanPeriod = .standard, color: ColorChoice = .auto, store: String? = nil,
        catalog: String? = nil
    ) {
        self.sort = sort
        self.loanPeriod = loanPeriod
        self.color = color
        self.store = store
        self.catalog = catalog
    }
}

/// When to use colour.
public enum ColorChoice: String, CaseIterable, Hashable, Sendable {
    /// Where it can be seen: on a terminal that has it.
    case auto
    case always
    case never
}
