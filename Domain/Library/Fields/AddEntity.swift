/// Adds an entity to the library.
public struct AddEntity<Entity: FieldedEntity>: Sendable {
    let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// Returns the added entity. Fields that follow others are set, unless they were `chosen` on purpose: see
    /// `FieldedEntity.follow`. Throws the errors of its initialiser, of `check` and of its rules,
    /// `LibraryError.identifierInUse`, and `LibraryError.store`.
    public func callAsFunction(
        _ draft: Entity.Draft, chosen: Set<Entity.Draft.Field> = []
    ) async throws(LibraryError) -> Entity {
        let today = context.today()
        var draft = draft
        Entity.follow(&draft, since: nil, chosen: chosen, today: today)
        let entity = try Entity(id: context.newID(), draft: draft)
        try entity.check(replacing: nil, today: today)
        try await context.library.perform { unit throws(LibraryError) in
            let entities = unit.repository(of: Entity.self)
            guard try await entities.find(entity.id) == nil else { throw .identifierInUse("\(entity.id)") }
            try await entities.save(entity)
        }
        return entity
    }
}
