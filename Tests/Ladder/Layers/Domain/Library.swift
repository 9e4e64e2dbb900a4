/// Where the books are: the rules know neither a file nor a database.
public protocol Library: Sendable {
    /// The books as they are now.
    func books() throws(LendingError) -> [Book]

    /// Keeps all changes that `work` makes, or none if it throws. No other writer, of any process, comes between what it
    /// reads and what it changes.
    func perform(_ work: (inout [Book]) throws(LendingError) -> Void) throws(LendingError)
}
