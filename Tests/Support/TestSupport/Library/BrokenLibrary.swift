public import Domain

/// The error of `BrokenLibrary`.
public let brokenStore = LibraryError.store(.failed(operation: "read", location: "here", reason: "broken"))

/// A library of which nothing can be read or changed.
public struct BrokenLibrary: Library {
    public init() {}

    public var batchSize: Int { 1 }

    public func repository<Entity: LibraryEntity>(of type: Entity.Type) -> any Repository<Entity> {
        BrokenRepository<Entity>()
    }

    public func snapshot() async throws(LibraryError) -> LibrarySnapshot { throw brokenStore }

    public func observe() -> Updates<LibrarySnapshot> { .broken }

    public func rehearse<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        throw brokenStore
    }

    public func perform<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        throw brokenStore
    }
}

private struct BrokenRepository<Entity: LibraryEntity>: Repository {
    func all() async throws(LibraryError) -> [Entity] { throw brokenStore }

    func find(_ id: Entity.ID) async throws(LibraryError) -> Entity? { throw brokenStore }

    func matching(_ key: Entity.LookupKey) async throws(LibraryError) -> [Entity] { throw brokenStore }

    func save(_ entities: [Entity]) async throws(LibraryError) { throw brokenStore }

    func delete(_ ids: [Entity.ID]) async throws(LibraryError) { throw brokenStore }

    func observe() -> Updates<[Entity]> { .broken }
}

extension Updates {
    fileprivate static var broken: Updates { Updates { _ throws(LibraryError) in throw brokenStore } }
}
