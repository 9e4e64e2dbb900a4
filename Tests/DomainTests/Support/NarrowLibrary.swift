import Data
import Domain

/// A library with small units of work, and with or without incremental news.
struct NarrowLibrary: Library {
    let base: any Library
    let batchSize: Int
    /// The largest number of entities that one call can save.
    var mostSaved = Int.max
    /// The title of a book that must be saved alone.
    var mustBeAlone: String?
    var hasIncrementalNews = true
    /// Called whenever a unit of work is given all books instead of the changes.
    var onCompleteNews: @Sendable () -> Void = {}

    func repository<Entity: LibraryEntity>(of type: Entity.Type) -> any Repository<Entity> {
        base.repository(of: type)
    }

    func snapshot() async throws(LibraryError) -> LibrarySnapshot {
        try await base.snapshot()
    }

    func observe() -> Updates<LibrarySnapshot> {
        base.observe()
    }

    func rehearse<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        try await base.rehearse(work)
    }

    func perform<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        try await base.perform { unit throws(LibraryError) in
            try await work(WatchedNews(base: unit, library: self))
        }
    }
}

private struct WatchedNews: Repositories {
    let base: UnitOfWork
    let library: NarrowLibrary

    func repository<Entity: LibraryEntity>(of type: Entity.Type) -> any Repository<Entity> {
        WatchedNewsRepository(base: base.repository(of: type), library: library)
    }
}

private struct WatchedNewsRepository<Entity: LibraryEntity>: Repository {
    let base: any Repository<Entity>
    let library: NarrowLibrary

    func news(since mark: RepositoryMark?) async throws(LibraryError) -> RepositoryNews<Entity> {
        guard library.hasIncrementalNews else {
            return RepositoryNews(mark: nil, isComplete: true, saved: try await all())
        }
        let news = try await base.news(since: mark)
        if news.isComplete { library.onCompleteNews() }
        return news
    }

    func save(_ entities: [Entity]) async throws(LibraryError) {
        let isAlone = entities.count == 1 || !entities.contains { ($0 as? Book)?.title == library.mustBeAlone }
        guard isAlone, entities.count <= library.mostSaved else {
            throw .store(.tooLarge(location: "x", limit: "1 MiB"))
        }
        try await base.save(entities)
    }

    func all() async throws(LibraryError) -> [Entity] { try await base.all() }
    func find(_ id: Entity.ID) async throws(LibraryError) -> Entity? { try await base.find(id) }
    func matching(_ key: Entity.LookupKey) async throws(LibraryError) -> [Entity] { try await base.matching(key) }
    func delete(_ ids: [Entity.ID]) async throws(LibraryError) { try await base.delete(ids) }
    func observe() -> Updates<[Entity]> { base.observe() }
}
