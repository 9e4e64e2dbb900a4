/// Finds an entity by its identifier, the beginning of it, a key, or words of its names.
public struct FindEntity<Entity: FieldedEntity>: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// The entity that `match` finds. Throws the same errors.
    public func callAsFunction(_ reference: String) async throws(LibraryError) -> Entity {
        try await match(reference).entity
    }

    /// The entity that has `reference` as its identifier or key, or else the only one that it names. Entities with exactly
    /// this name take precedence over those whose names contain its words; case, accents and typographic variants don't
    /// matter.
    ///
    /// Throws the entity's `missing` and `ambiguous`, and `LibraryError.store`.
    public func match(_ reference: String) async throws(LibraryError) -> EntityMatch<Entity> {
        try await Entity.match(reference, in: context.library, context.folding) { () throws(LibraryError) in
            let query = Query<Entity>(text: reference) {
                ($0.fields, $0.findsIdentifiers) = (Entity.namingFields, true)
            }
            let rows = try await context.library.page(query, folding: context.folding).rows
            return rows.compactMap(\.entity).sorted { $0.id < $1.id }
        }
    }

    /// The entities that `match` finds, each of them once. Throws the same errors.
    public func matches(_ references: [String]) async throws(LibraryError) -> [EntityMatch<Entity>] {
        var matches: [EntityMatch<Entity>] = []
        for reference in references {
            let found = try await match(reference)
            if !matches.contains(where: { $0.entity.id == found.entity.id }) { matches.append(found) }
        }
        return matches
    }
}

/// An entity and how it was named.
public struct EntityMatch<Entity: NamedEntity>: Hashable, Sendable {
    public let entity: Entity
    /// Whether it was named by its identifier, the beginning of it, a key or its whole name; not just by some words.
    public let isExact: Bool
}

extension NamedEntity {
    /// What `FindEntity` finds, as the identifier of what a field refers to. Throws the same errors.
    public static func reference(
        named name: String, in repositories: some Repositories, folding: TextFolding
    ) async throws(LibraryError) -> FieldValue {
        try await match(name, in: repositories, folding) { () throws(LibraryError) in
            try await repositories.repository(of: Self.self).all()
        }.entity.id.fieldValue
    }

    fileprivate static func match(
        _ reference: String, in repositories: some Repositories, _ folding: TextFolding,
        candidates: () async throws(LibraryError) -> [Self]
    ) async throws(LibraryError) -> EntityMatch<Self> {
        let repository = repositories.repository(of: Self.self)
        if let id = ID(reference), let entity = try await repository.find(id) {
            return EntityMatch(entity: entity, isExact: true)
        }
        if let key = key(named: reference), let entity = try await repository.matching(key).first {
            return EntityMatch(entity: entity, isExact: true)
        }
        let (prefix, name) = (reference.lowercased(), folding(reference.tidied))
        let words = SearchWord.words(of: reference, folding: folding)
        // A shorter prefix is too likely to be a word.
        func isIdentifier(of entity: Self) -> Bool { prefix.utf8.count >= 4 && "\(entity.id)".hasPrefix(prefix) }
        let entities = try await candidates()
        let matching = entities.filter { entity in
            if isIdentifier(of: entity) { return true }
            if words.isEmpty { return false }
            // Each name on a line of its own: a word has no line feed, so it occurs in one of them.
            let text = folding(entity.names.joined(separator: "\n"))
            return words.allSatisfy { $0.occurs(in: text) }
        }
        let named = matching.filter { folding($0.displayName) == name }
        let found = named.isEmpty ? matching : named
        guard let entity = found.first else {
            throw missing(reference, isShort: !prefix.isEmpty && entities.contains { "\($0.id)".hasPrefix(prefix) })
        }
        guard found.count == 1 else { throw ambiguous(reference, found) }
        return EntityMatch(entity: entity, isExact: !named.isEmpty || isIdentifier(of: entity))
    }
}
