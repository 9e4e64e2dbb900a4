import Domain

extension LibrarySchema {
    /// A home library.
    public static let bookshelf = LibrarySchema([Book.self, Borrower.self, Loan.self])
}
