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

    /// All entities; or, where the repository still knows what has changed since it gave `mark`, only that.
    func news(since mark: RepositoryMark?) async throws(LibraryError) -> RepositoryNews<Entity>

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
    /// All entities.
    public func news(since mark: RepositoryMark?) async throws(LibraryError) -> RepositoryNews<Entity> {
        RepositoryNews(mark: nil, isComplete: true, saved: try await all())
    }

    /// Inserts the entity, or replaces the one of the same identifier.
    public func save(_ entity: Entity) async throws(LibraryError) {
        try await save([entity])
    }

    /// Deletes the entity of that identifier, if there is one.
    public func delete(_ id: Entity.ID) async throws(LibraryError) {
        try await delete([id])
    }
}

/// The entities of one type as they are now: all of them, or what has changed since an earlier moment. It lets a long
/// task read a large library once.
public struct RepositoryNews<Entity: LibraryEntity>: Sendable {
    /// This moment; nil where the repository keeps none.
    public let mark: RepositoryMark?
    /// Whether `saved` is all there is.
    public let isComplete: Bool
    /// Ordered by identifier.
    public let saved: [Entity]
    public let deleted: [Entity.ID]

    public init(mark: RepositoryMark?, isComplete: Bool, saved: [Entity], deleted: [Entity.ID] = []) {
        self.mark = mark
        self.isComplete = isComplete
        self.saved = saved
        self.deleted = deleted
    }
}

/// A moment in the life of a repository, which alone knows what is in it.
public struct RepositoryMark: Sendable {
    public let value: any Sendable

    public init(_ value: any Sendable) {
        self.value = value
    }
}
