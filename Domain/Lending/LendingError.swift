/// Why a use case refused a request about loans or borrowers.
public enum LendingError: Error, Hashable {
    case noName
    case alreadyLent(Book, to: String, due: Day)
    case notLent(Book)
    /// A lent book can't be removed.
    case isLent(Book, to: String, due: Day)
    /// A book can't be due before the day it is lent.
    case dueBeforeLent(due: Day, lent: Day)
    case noSuchBorrower(String)
    /// Several people match the name. Ordered by identifier.
    case ambiguous(String, [Borrower])
    /// Another borrower has this name.
    case nameTaken(String)
    /// A borrower who has books can't be removed. `count` is their number.
    case hasBooks(Borrower, count: Int)
}
