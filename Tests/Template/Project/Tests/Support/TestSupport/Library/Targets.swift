public import Domain

extension Library {
    /// Saves the entities that these drafts refer to, with the example of their number.
    public func saveTargets<Draft: EntityDraft>(of drafts: [Draft]) async throws {
        for draft in drafts {
            for field in Draft.Field.allCases { try await saveTarget(of: draft[field]) }
        }
    }

    /// Saves the entity that this value refers to, with the example of its number.
    public func saveTarget(of value: FieldValue) async throws {
        guard let number = Int(value.text), let type = value.target?.type as? any FieldedEntity.Type else { return }
        try await save(number, as: value.text, type)
    }

    private func save<Entity: FieldedEntity>(_ number: Int, as id: String, _ type: Entity.Type) async throws {
        var draft = Entity.Draft()
        for field in Entity.Draft.Field.allCases { draft[field] = Example(of: draft[field], number).value }
        guard let id = Entity.ID(id) else { return }
        try await repository(of: type).save(try Entity(id: id, draft: draft))
    }
}
