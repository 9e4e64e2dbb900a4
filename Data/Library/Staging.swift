import Domain
import Synchronization

/// Where a unit of work collects its changes. It reads its own writes, over what the store held when it began.
struct Staging: Sendable {
    private let books: StagedRepository<Book>
    private let borrowers: StagedRepository<Borrower>
    private let loans: StagedRepository<Loan>

    init(over sources: LibrarySources) {
        books = StagedRepository(over: sources.books)
        borrowers = StagedRepository(over: sources.borrowers)
        loans = StagedRepository(over: sources.loans)
    }

    /// What to give to the work.
    var unit: UnitOfWork {
        UnitOfWork(books: books, borrowers: borrowers, loans: loans)
    }

    /// What the work has changed so far.
    var changes: LibraryChanges {
        LibraryChanges(books: books.changes, borrowers: borrowers.changes, loans: loans.changes)
    }
}

/// A repository inside a unit of work.
private final class StagedRepository<Entity: LibraryEntity>: Repository {
    private let source: any EntitySource<Entity>
    private let pending = Mutex(EntityChanges<Entity>())

    init(over source: any EntitySource<Entity>) {
        self.source = source
    }

    var changes: EntityChanges<Entity> {
        pending.withLock { $0 }
    }

    func all() async throws(LibraryError) -> [Entity] {
        changes.applied(to: try await source.all())
    }

    func find(_ id: Entity.ID) async throws(LibraryError) -> Entity? {
        let changes = changes
        if let saved = changes.saved[id] { return saved }
        return changes.deleted.contains(id) ? nil : try await source.find(id)
    }

    func matching(_ key: Entity.LookupKey) async throws(LibraryError) -> [Entity] {
        changes.applied(to: try await source.matching(key)) { $0.lookupKeys.contains(key) }
    }

    func save(_ entities: [Entity]) {
        pending.withLock { $0.save(entities) }
    }

    func delete(_ ids: [Entity.ID]) {
        pending.withLock { $0.delete(ids) }
    }

    func observe() -> Updates<[Entity]> {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<[Entity], LibraryError>.self)
        let reading = Task {
            do throws(LibraryError) {
                continuation.yield(.success(try await all()))
            } catch {
                continuation.yield(.failure(error))
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in reading.cancel() }
        return Updates(stream)
    }
}
