import Data
import Domain
import Storage

extension Trace {
    func library(_ base: some Library) -> any Library { Traced(base, (any Library).self, self) }

    fileprivate func unit(_ base: some Repositories) -> UnitOfWork { Traced(base, (any Repositories).self, self) }

    fileprivate func repository<Entity>(_ base: some Repository<Entity>) -> any Repository<Entity> {
        Traced(base, (any Repository).self, entity: "<\(Entity.self)>", self)
    }
}

extension Traced: Repositories where Base: Repositories {
    func repository<Entity: LibraryEntity>(of type: Entity.Type) -> any Repository<Entity> {
        trace.repository(base.repository(of: type))
    }
}

extension Traced: Library where Base: Library {
    var batchSize: Int { base.batchSize }
    func snapshot() async throws(LibraryError) -> LibrarySnapshot { try await call(try await base.snapshot()) }
    func excerpt<Entity: FieldedEntity>(
        for query: Query<Entity>, folding: TextFolding
    ) async throws(LibraryError) -> LibraryExcerpt<Entity> {
        try await call(try await base.excerpt(for: query, folding: folding))
    }
    func observe() -> Updates<LibrarySnapshot> { Updates(results(base.observe().stream)) }
    func rehearse<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value { try await call(try await base.rehearse(work)) }
    func perform<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        let (caller, name) = (Trace.frame.layer, "work of \(port).\(#function)")
        return try await call(
            try await base.perform { unit throws(LibraryError) in
                try await trace.call(caller, name, throws: LibraryError.self, try await work(trace.unit(unit)))
            })
    }
}

extension Traced: LibraryMaintenance where Base: LibraryMaintenance {
    func backup() async throws(LibraryError) -> LibraryBackup { try await call(try await base.backup()) }
    func restore(_ backup: LibraryBackup) async throws(RestoreError) {
        try await call(throws: RestoreError.self, try await base.restore(backup))
    }
    func recording(_ command: String, hasSeveralUnits: Bool) -> any Library {
        trace.library(base.recording(command, hasSeveralUnits: hasSeveralUnits))
    }
    func lastCommand() async throws(LibraryError) -> LastCommand? { try await call(try await base.lastCommand()) }
    func undo(_ last: LastCommand, progress: (Int) async -> Void) async throws(LibraryError) {
        try await call(try await base.undo(last, progress: progress))
    }
    var isRepairable: Bool { base.isRepairable }
    func repair(
        acceptingEdits: Bool, saving: @Sendable (RepairReport) throws(LibraryError) -> Void
    ) async throws(LibraryError) -> RepairReport? {
        try await call(try await base.repair(acceptingEdits: acceptingEdits, saving: saving))
    }
    func brokenRules() async throws(LibraryError) -> [BrokenRule] { try await call(try await base.brokenRules()) }
    func remedy(for error: LibraryError) -> RepairRemedy? { base.remedy(for: error) }
    func lastSeen() async -> LibrarySnapshot? { await call(throws: Never.self, await base.lastSeen()) }
    func showingLastSeen() -> any Library { trace.library(base.showingLastSeen()) }
}

extension Traced: Repository where Base: Repository {
    typealias Entity = Base.Entity
    func all() async throws(LibraryError) -> [Entity] { try await call(try await base.all()) }
    func find(_ id: Entity.ID) async throws(LibraryError) -> Entity? { try await call(try await base.find(id)) }
    func matching(_ key: Entity.LookupKey) async throws(LibraryError) -> [Entity] {
        try await call(try await base.matching(key))
    }
    func matching(anyOf keys: [Entity.LookupKey]) async throws(LibraryError) -> [Entity] {
        try await call(try await base.matching(anyOf: keys))
    }
    func news(since mark: RepositoryMark?) async throws(LibraryError) -> RepositoryNews<Entity> {
        try await call(try await base.news(since: mark))
    }
    func save(_ entities: [Entity]) async throws(LibraryError) { try await call(try await base.save(entities)) }
    func delete(_ ids: [Entity.ID]) async throws(LibraryError) { try await call(try await base.delete(ids)) }
    func observe() -> Updates<[Entity]> { Updates(results(base.observe().stream)) }
}
