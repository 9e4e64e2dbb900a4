/// A person books are lent to.
public struct Borrower: NamedEntity {
    public typealias ID = Identifier<Borrower>
    public typealias LookupKey = Never

    public let id: ID
    public let name: String

    /// A borrower with that name, tidied. Throws `LendingError.noName` if it is empty then.
    public init(id: ID, name: String) throws(LendingError) {
        let name = name.tidied
        guard !name.isEmpty else { throw .noName }
        self.id = id
        self.name = name
    }

    public var displayName: String { name }

    public static func missing(_ name: String, isShort: Bool) -> LibraryError { .lending(.noSuchBorrower(name)) }

    public static func ambiguous(_ name: String, _ all: [Self]) -> LibraryError { .lending(.ambiguous(name, all)) }
}
