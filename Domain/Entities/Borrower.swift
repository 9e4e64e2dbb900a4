/// A person books are lent to.
public struct Borrower: LibraryEntity {
    public typealias ID = Identifier<Borrower>
    public typealias LookupKey = Never

    public let id: ID
    public let name: String

    /// The borrower of that name, tidied. Throws `LendingError.noName` where nothing is left of it.
    public init(id: ID, name: String) throws(LendingError) {
        let name = name.tidied
        guard !name.isEmpty else { throw .noName }
        self.id = id
        self.name = name
    }
}
