/// A home library: a repository for each type of entity, and units of work that span them.
public protocol Library: Repositories {
    /// The largest number of entities that one unit of work should change. It is in the port because it differs by
    /// orders of magnitude: a cluster refuses large units, and a store that rewrites its whole file is fastest if one
    /// unit changes everything.
    var batchSize: Int { get }

    /// All entities at one moment, never between two changes of a unit of work. Throws `LibraryError.store`.
    func snapshot() async throws(LibraryError) -> LibrarySnapshot

    /// The result of `snapshot`, perhaps without entities of the search's type that don't match. It is in the port
    /// because a store can rule out most of them without reading them in full. Throws `LibraryError.store`.
    func snapshot(for search: EntitySearch) async throws(LibraryError) -> LibrarySnapshot

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
    /// Leaves out nothing.
    public func snapshot(for search: EntitySearch) async throws(LibraryError) -> LibrarySnapshot {
        try await snapshot()
    }
}
