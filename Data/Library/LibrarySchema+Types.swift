import Domain

extension LibrarySchema {
    /// A home library.
    public static let bookshelf = LibrarySchema(all)

    private static var all: [any StoredEntity.Type] {
        var all: [any StoredEntity.Type] = []
        all += [Book.self]
        all += [Borrower.self, Loan.self]
        return all
    }
}
