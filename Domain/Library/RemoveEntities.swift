/// Removes entities of one type: all of them, or none if one of them is missing or can't be removed.
public struct RemoveEntities<Entity: NamedEntity>: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// Returns the removed entities. What refers to them forbids that, or is deleted too: see `Rule.refers`. With `dryRun`
    /// nothing changes, and the result is the same.
    /// Throws the entity's `missing`, the errors of these rules, and `LibraryError.store`.
    public func callAsFunction(_ ids: [Entity.ID], dryRun: Bool = false) async throws(LibraryError) -> [Entity] {
        let work: @Sendable (UnitOfWork) async throws(LibraryError) -> [Entity] = { unit throws(LibraryError) in
            var removed: [Entity] = []
            for id in ids where !removed.contains(where: { $0.id == id }) {
                removed.append(try await unit.require(id))
            }
            try await unit.repository(of: Entity.self).delete(ids)
            return removed
        }
        return dryRun ? try await context.library.rehearse(work) : try await context.library.perform(work)
    }
}

extension Repositories {
    /// The entity with that identifier. Throws its `missing`.
    func require<Entity: NamedEntity>(_ id: Identifier<Entity>) async throws(LibraryError) -> Entity {
        guard let entity = try await repository(of: Entity.self).find(id) else { throw Entity.missing("\(id)") }
        return entity
    }
}
