public import Domain

/// A library whose units of work are small and counted, and in which others can interfere.
public final class WatchedLibrary: Library {
    private let base: any Library
    private let beforeUnit: @Sendable (_ number: Int) async throws(LibraryError) -> Void
    private let afterFirstReading: @Sendable () async throws(LibraryError) -> Void
    private let unitCounter = Counter()
    private let readingCounter = Counter()

    /// `afterFirstReading` runs once, between the first reading by a repository and what follows it. `beforeUnit` runs
    /// before each unit of work, which it can prevent.
    public init(
        _ base: any Library,
        afterFirstReading: @escaping @Sendable () async throws(LibraryError) -> Void = {},
        beforeUnit: @escaping @Sendable (_ number: Int) async throws(LibraryError) -> Void = { _ in }
    ) {
        (self.base, self.beforeUnit, self.afterFirstReading) = (base, beforeUnit, afterFirstReading)
    }

    /// How many units of work there were.
    public var units: Int { unitCounter.value }

    /// How often a repository was read.
    public var readings: Int { readingCounter.value }

    public var batchSize: Int { 2 }

    public func repository<Entity: LibraryEntity>(of type: Entity.Type) -> any Repository<Entity> {
        WatchedRepository(base: base.repository(of: type)) { () throws(LibraryError) in try await self.note() }
    }

    public func snapshot() async throws(LibraryError) -> LibrarySnapshot { try await base.snapshot() }

    public func observe() -> Updates<LibrarySnapshot> { base.observe() }

    public func rehearse<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        try await base.rehearse(work)
    }

    public func perform<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        try await beforeUnit(unitCounter.next())
        return try await base.perform { unit throws(LibraryError) in
            try await work(WatchedUnit(base: unit) { () throws(LibraryError) in try await self.note() })
        }
    }

    private func note() async throws(LibraryError) {
        if readingCounter.next() == 1 { try await afterFirstReading() }
    }
}

private struct WatchedUnit: Repositories {
    let base: UnitOfWork
    let afterReading: @Sendable () async throws(LibraryError) -> Void

    func repository<Entity: LibraryEntity>(of type: Entity.Type) -> any Repository<Entity> {
        WatchedRepository(base: base.repository(of: type), afterReading: afterReading)
    }
}

private struct WatchedRepository<Entity: LibraryEntity>: Repository {
    let base: any Repository<Entity>
    let afterReading: @Sendable () async throws(LibraryError) -> Void

    func all() async throws(LibraryError) -> [Entity] {
        let all = try await base.all()
        try await afterReading()
        return all
    }

    func find(_ id: Entity.ID) async throws(LibraryError) -> Entity? {
        let found = try await base.find(id)
        try await afterReading()
        return found
    }

    func matching(_ key: Entity.LookupKey) async throws(LibraryError) -> [Entity] {
        try await base.matching(key)
    }

    func save(_ entities: [Entity]) async throws(LibraryError) { try await base.save(entities) }

    func delete(_ ids: [Entity.ID]) async throws(LibraryError) { try await base.delete(ids) }

    func observe() -> Updates<[Entity]> { base.observe() }
}
