public import Domain

extension MergingError {
    /// What went wrong.
    public var message: String {
        switch self {
        case .areLent(let loans):
            "several of these books are lent: "
                + loans.map { "\"\($0.title)\" to \($0.borrower) until \($0.loan.due)" }.joined(separator: ", ")
        case .mergedIntoItself(let book): "\(book.quoted) can't be merged into itself"
        }
    }
}
