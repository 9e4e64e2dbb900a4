public import Domain

extension Library {
    /// Saves entities, and before them the examples that they refer to.
    public func save<Entity: FieldedEntity>(_ entities: [Entity]) async throws(LibraryError) {
        try await saveTargets(of: entities.map(\.draft))
        try await repository(of: Entity.self).save(entities)
    }

    public func save<Entity: FieldedEntity>(_ entity: Entity) async throws(LibraryError) { try await save([entity]) }

    /// Saves the entities that these drafts refer to, with the examples of their number.
    public func saveTargets<Draft: EntityDraft>(of drafts: [Draft]) async throws(LibraryError) {
        for draft in drafts {
            for field in Draft.Field.allCases { try await saveTarget(of: draft[field], in: field) }
        }
    }

    /// Saves the entity that this value refers to, with the examples of its number.
    public func saveTarget(of value: FieldValue, in field: some EntityField) async throws(LibraryError) {
        guard let number = Int(value.text), let type = field.kind.target?.type else { return }
        if let type = type as? any FieldedEntity.Type { try await saveExample(number, as: value.text, type) }
        if let type = type as? any ExampleEntity.Type { try await save(type.example(number)) }
    }

    private func save(_ entity: some LibraryEntity) async throws(LibraryError) {
        try await repository(of: type(of: entity)).save([entity])
    }

    /// Deletes the entity that this value refers to.
    public func deleteTarget(of value: FieldValue, in field: some EntityField) async throws(LibraryError) {
        if let type = field.kind.target?.type { try await delete(value.text, type) }
    }

    private func delete<Entity: LibraryEntity>(_ id: String, _ type: Entity.Type) async throws(LibraryError) {
        if let id = Entity.ID(id) { try await repository(of: type).delete(id) }
    }

    /// Saves an entity with the examples of that number.
    public func saveExample<Entity: FieldedEntity>(
        _ number: Int, as id: String, _ type: Entity.Type
    ) async throws(LibraryError) {
        var draft = Entity.Draft()
        // Examples that refer to their own type would need others without end.
        for field in Entity.Draft.Field.allCases where field.kind.target?.type != Entity.self {
            // Another entity has examples of its required fields at least.
            let own = (field as? any ExampleField)?.example(number)
            let usual = field.isOptional ? nil : Example(of: field.kind, number)
            if let example = own ?? usual { draft[field] = example.value }
        }
        if let id = Entity.ID(id) { try await save(Entity(id: id, draft: draft)) }
    }
}

/// An entity without fields, that fields can refer to.
public protocol ExampleEntity: NamedEntity {
    /// The entity with that number as its identifier, called "Sample n".
    static func example(_ n: Int) throws(LibraryError) -> Self
}
