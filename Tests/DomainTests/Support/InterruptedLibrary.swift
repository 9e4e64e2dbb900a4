import Domain

/// A library in which others do something just before each unit of work.
struct InterruptedLibrary: Library {
    let base: any Library
    let others: @Sendable () async -> Void

    var batchSize: Int { base.batchSize }

    func repository<Entity: LibraryEntity>(of type: Entity.Type) -> any Repository<Entity> {
        base.repository(of: type)
    }

    func snapshot() async throws(LibraryError) -> LibrarySnapshot { try await base.snapshot() }

    func observe() -> Updates<LibrarySnapshot> { base.observe() }

    func rehearse<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        try await base.rehearse(work)
    }

    func perform<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        await others()
        return try await base.perform(work)
    }
}
