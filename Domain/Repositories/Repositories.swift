/// The repositories of a library, by type of entity.
public protocol Repositories: Sendable {
    func repository<Entity: LibraryEntity>(of type: Entity.Type) -> any Repository<Entity>
}

extension Repositories {
    public var books: any Repository<Book> { repository(of: Book.self) }
    public var borrowers: any Repository<Borrower> { repository(of: Borrower.self) }
    public var loans: any Repository<Loan> { repository(of: Loan.self) }
}

/// The repositories inside a unit of work. They must not be used after it ends.
public typealias UnitOfWork = any Repositories
