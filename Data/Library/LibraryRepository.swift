import Domain

/// A repository outside of units of work: it reads from what its library holds now, and each change is a unit of
/// work of its own.
struct LibraryRepository<Entity: LibraryEntity>: Repository {
    /// The library as its repository needs it.
    let library: any SourcedLibrary
    let source: @Sendable (LibrarySources) -> any EntitySource<Entity>
    let unit: @Sendable (UnitOfWork) -> any Repository<Entity>
    let part: @Sendable (LibrarySnapshot) -> [Entity]

    func all() async throws(LibraryError) -> [Entity] {
        try await source(library.sources()).all()
    }

    func find(_ id: Entity.ID) async throws(LibraryError) -> Entity? {
        try await source(library.sources()).find(id)
    }

    func matching(_ key: Entity.LookupKey) async throws(LibraryError) -> [Entity] {
        try await source(library.sources()).matching(key)
    }

    func save(_ entities: [Entity]) async throws(LibraryError) {
        try await library.perform { work throws(LibraryError) in try await unit(work).save(entities) }
    }

    func delete(_ ids: [Entity.ID]) async throws(LibraryError) {
        try await library.perform { work throws(LibraryError) in try await unit(work).delete(ids) }
    }

    func observe() -> Updates<[Entity]> {
        library.observe().map(part)
    }
}

/// A library that can be read without a unit of work. Its three repositories follow from that.
protocol SourcedLibrary: Library {
    /// What is stored now: the three are of one moment.
    func sources() async throws(LibraryError) -> LibrarySources
}

struct LibrarySources: Sendable {
    let books: any EntitySource<Book>
    let borrowers: any EntitySource<Borrower>
    let loans: any EntitySource<Loan>

    func snapshot() async throws(LibraryError) -> LibrarySnapshot {
        LibrarySnapshot(
            books: try await books.all(), borrowers: try await borrowers.all(), loans: try await loans.all())
    }
}

extension SourcedLibrary {
    public var books: any Repository<Book> {
        LibraryRepository(library: self, source: { $0.books }, unit: { $0.books }, part: { $0.books })
    }

    public var borrowers: any Repository<Borrower> {
        LibraryRepository(library: self, source: { $0.borrowers }, unit: { $0.borrowers }, part: { $0.borrowers })
    }

    public var loans: any Repository<Loan> {
        LibraryRepository(library: self, source: { $0.loans }, unit: { $0.loans }, part: { $0.loans })
    }

    public func snapshot() async throws(LibraryError) -> LibrarySnapshot {
        try await sources().snapshot()
    }
}
