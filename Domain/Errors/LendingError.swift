/// A rule about lending that refused something.
public enum LendingError: Error, Hashable {
    case noName
    case alreadyLent(Book, to: String, due: Day)
    case notLent(Book)
    /// A book can't be due before the day it is lent.
    case dueBeforeLent(due: Day, lent: Day)
    case noSuchBorrower(String)
    /// Somebody else has this name already.
    case nameTaken(String)
    /// The person cannot be removed: so many books are still out.
    case hasBooks(Borrower, count: Int)
}
