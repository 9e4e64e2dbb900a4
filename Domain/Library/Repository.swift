/// The stored entities of one type, used like a collection: its interface doesn't show which store they are
/// in.
///
/// Every method may throw `LibraryError.store`, and no other error. Outside a unit of work each call is a unit of its
/// own, and its change is as durable as the store can make it when the method returns.
public protocol Repository<Entity>: Sendable {
    associatedtype Entity: LibraryEntity

    /// Every entity, ordered by identifier.
    func all() async throws(LibraryError) -> [Entity]

    /// The entity with that identifier, or nil.
    func find(_ id: Entity.ID) async throws(LibraryError) -> Entity?

    /// The entities that have that key, ordered by identifier.
    func matching(_ key: Entity.LookupKey) async throws(LibraryError) -> [Entity]

    /// The entities that have at least one of those keys, each once, in any order.
    func matching(anyOf keys: [Entity.LookupKey]) async throws(LibraryError) -> [Entity]

    /// The changes since the repository returned `mark`; all entities if `mark` is nil or the changes are no longer
    /// known.
    func news(since mark: RepositoryMark?) async throws(LibraryError) -> RepositoryNews<Entity>

    /// Inserts each entity, or replaces the one with its identifier: all of them, or none. Of two entities with the
    /// same identifier the later one is kept.
    func save(_ entities: [Entity]) async throws(LibraryError)

    /// Deletes those of the entities that exist: all of them, or none.
    func delete(_ ids: [Entity.ID]) async throws(LibraryError)

    /// The result of `all`: the present value first, then each later one in order, also after changes by other
    /// processes and machines, until the iterating task is cancelled. Skips a value that equals the one before. An
    /// error ends it; once its cause is removed, a new call works.
    ///
    /// Rapid changes by another process may be reported together, as one value. The last one is always reported.
    ///
    /// Inside a unit of work it returns the present value and ends.
    func observe() -> Updates<[Entity]>
}

extension Repository {
    /// Looks for one key after the other.
    public func matching(anyOf keys: [Entity.LookupKey]) async throws(LibraryError) -> [Entity] {
        var found: [Entity.ID: Entity] = [:]
        for key in Set(keys) {
            for entity in try await matching(key) { found[entity.id] = entity }
        }
        return Array(found.values)
    }

    /// All entities.
    public func news(since mark: RepositoryMark?) async throws(LibraryError) -> RepositoryNews<Entity> {
        RepositoryNews(mark: nil, isComplete: true, saved: try await all())
    }

    /// Inserts the entity, or replaces the one with its identifier.
    public func save(_ entity: Entity) async throws(LibraryError) { try await save([entity]) }

    /// Deletes the entity with that identifier, if it exists.
    public func delete(_ id: Entity.ID) async throws(LibraryError) { try await delete([id]) }
}

/// The entities of one type now, or their changes since an earlier moment. With these, a long task reads a large
/// library only once.
public struct RepositoryNews<Entity: LibraryEntity>: Sendable {
    /// This moment; nil if the repository can't report changes since then.
    public let mark: RepositoryMark?
    /// Whether `saved` has all entities.
    public let isComplete: Bool
    /// Ordered by identifier.
    public let saved: [Entity]
    public let deleted: [Entity.ID]

    public init(mark: RepositoryMark?, isComplete: Bool, saved: [Entity], deleted: [Entity.ID] = []) {
        (self.mark, self.isComplete, self.saved, self.deleted) = (mark, isComplete, saved, deleted)
    }
}

/// A moment in the history of a repository. Only the repository understands `value`.
public struct RepositoryMark: Sendable {
    public let value: any Sendable

    public init(_ value: any Sendable) { self.value = value }
}
