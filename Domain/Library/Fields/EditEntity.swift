/// Changes entities of one type.
public struct EditEntity<Entity: FieldedEntity>: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// Calls `change` with the current entity, saves the result, and returns it; the identifier stays the same. Fields that
    /// follow others are set, unless they were `chosen` on purpose, perhaps to be empty: see `FieldedEntity.follow`.
    /// `change` may be called more than once.
    ///
    /// Throws the errors of `change`, of the entity's initialiser, of `check` and of its rules, its `missing`, and
    /// `LibraryError.store`.
    public func callAsFunction(
        _ id: Entity.ID, chosen: Set<Entity.Draft.Field> = [],
        _ change: @Sendable (inout Entity.Draft) throws(LibraryError) -> Void
    ) async throws(LibraryError) -> Entity {
        try await callAsFunction([id], chosen: chosen, change)[0]
    }

    /// Changes each of these entities in this way: all of them, or none if one is refused. Returns them in their order.
    public func callAsFunction(
        _ ids: [Entity.ID], chosen: Set<Entity.Draft.Field> = [],
        _ change: @Sendable (inout Entity.Draft) throws(LibraryError) -> Void
    ) async throws(LibraryError) -> [Entity] {
        let today = context.today()
        return try await context.library.perform { unit throws(LibraryError) in
            var edited: [Entity] = []
            for id in ids {
                let before: Entity = try await unit.require(id)
                var draft = before.draft
                try change(&draft)
                Entity.follow(&draft, since: before.draft, chosen: chosen, today: today)
                let after = try Entity(id: id, draft: draft)
                try after.check(replacing: before, today: today)
                if after != before { try await unit.repository(of: Entity.self).save(after) }
                edited.append(after)
            }
            return edited
        }
    }
}
