/// Gives the repository of each type of entity.
public protocol Repositories: Sendable {
    func repository<Entity: LibraryEntity>(of type: Entity.Type) -> any Repository<Entity>
}

extension Repositories {
    public var books: any Repository<Book> { repository(of: Book.self) }
    public var borrowers: any Repository<Borrower> { repository(of: Borrower.self) }
    public var loans: any Repository<Loan> { repository(of: Loan.self) }
}

/// The repositories as a unit of work sees them. They are of no use once the unit has ended.
public typealias UnitOfWork = any Repositories
