/// The boundary around the stored entities of one type, like a collection: those who use it can't tell a file from
/// a cluster.
///
/// Every method may fail with `LibraryError.store`, and with nothing else. A change is durable, as far as the store
/// is, once the method returns; outside of a unit of work each call is a unit of its own.
public protocol Repository<Entity>: Sendable {
    associatedtype Entity: LibraryEntity

    /// Every entity, ordered by identifier.
    func all() async throws(LibraryError) -> [Entity]

    /// The entity of that identifier, or nil.
    func find(_ id: Entity.ID) async throws(LibraryError) -> Entity?

    /// The entities that have that key, ordered by identifier.
    func matching(_ key: Entity.LookupKey) async throws(LibraryError) -> [Entity]

    /// Inserts each entity, or replaces the one of the same identifier: all of them, or none. Of two with the same
    /// identifier the later counts.
    func save(_ entities: [Entity]) async throws(LibraryError)

    /// Deletes those of the entities that exist: all of them, or none.
    func delete(_ ids: [Entity.ID]) async throws(LibraryError)

    /// What `all` gives: the present value first, then each later one in order, whoever made the change, until the
    /// task that iterates is cancelled. A value equal to the one before is left out. An error ends it; once its cause
    /// is gone, a new call works.
    ///
    /// Of changes that another process makes in quick succession some may be seen only together, as one later value.
    /// The last one is always seen.
    ///
    /// Inside a unit of work it gives the present value and ends.
    func observe() -> Updates<[Entity]>
}

extension Repository {
    /// Inserts the entity, or replaces the one of the same identifier.
    public func save(_ entity: Entity) async throws(LibraryError) {
        try await save([entity])
    }

    /// Deletes the entity of that identifier, if there is one.
    public func delete(_ id: Entity.ID) async throws(LibraryError) {
        try await delete([id])
    }
}
