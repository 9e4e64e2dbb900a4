/// A home library: a repository for each type of entity, and units of work that span them.
public protocol Library: Repositories {
    /// The largest number of entities that one unit of work should change. It is in the port because it differs by
    /// orders of magnitude: a store of many machines may refuse large units, and one that rewrites its whole file is fastest if one
    /// unit changes everything.
    var batchSize: Int { get }

    /// All entities at one moment, never between two changes of a unit of work. Throws `LibraryError.store`.
    func snapshot() async throws(LibraryError) -> LibrarySnapshot

    /// The page that `query` describes, together with all other entities at the same moment. Throws `LibraryError.store`. A store
    /// may read only what the query needs, but whatever the store, `SearchedEntities.finding` checks all conditions.
    func excerpt<Entity: FieldedEntity>(
        for query: Query<Entity>, folding: TextFolding
    ) async throws(LibraryError) -> LibraryExcerpt<Entity>

    /// The result of `snapshot`: the present value first, then each later one in order, as in `Repository.observe`.
    func observe() -> Updates<LibrarySnapshot>

    /// The result of `work` as `perform` would return it, or its error, also that of a rule that the changes break.
    /// Nothing is changed, and no lock is taken, so other writers may come between its reads.
    func rehearse<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value

    /// Carries out a unit of work: all changes that `work` makes in the given repositories are kept when this returns,
    /// and none when it throws, except perhaps after `StoreError.unknownOutcome`. No other writer's change comes
    /// between its reads and its writes, and it reads its own writes. Before the changes are kept, the rules of everything
    /// that was changed are checked: see `Rule`. They may remove further entities.
    ///
    /// `work` runs again if another writer was faster. So it must have no effects except on the given repositories. It
    /// must not use the library itself, which might wait for this unit to end.
    ///
    /// Throws the errors of `work` and of the rules, and `LibraryError.store`.
    func perform<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value
}

extension Library {
    /// The row of that entity, as lists show it; nil if there is none. Throws `LibraryError.store`.
    public func row<Entity: FieldedEntity>(
        of id: Identifier<Entity>, folding: TextFolding
    ) async throws(LibraryError) -> Row<Entity>? {
        try await page(Query<Entity> { $0.ids = [id] }, folding: folding).rows.first
    }

    /// The page that `query` describes. Throws `LibraryError.store`.
    public func page<Entity: FieldedEntity>(
        _ query: Query<Entity>, folding: TextFolding
    ) async throws(LibraryError) -> Page<Entity> {
        try await excerpt(for: query, folding: folding).page
    }

    /// Reads everything.
    public func excerpt<Entity: FieldedEntity>(
        for query: Query<Entity>, folding: TextFolding
    ) async throws(LibraryError) -> LibraryExcerpt<Entity> {
        LibraryExcerpt(query, of: try await snapshot(), folding: folding)
    }
}
