/// The repositories of a library, by type of entity.
public protocol Repositories: Sendable {
    func repository<Entity: LibraryEntity>(of type: Entity.Type) -> any Repository<Entity>
}

/// The repositories inside a unit of work. They must not be used after it ends.
public typealias UnitOfWork = any Repositories
