/// An entity that fields of others can refer to.
public protocol ReferencedEntity: LibraryEntity {
    /// What people name it by.
    var displayName: String { get }

    /// The entity that a person means by `name`. Throws the error of its area if that is none, or several.
    static func named(_ name: String, in context: UseCaseContext) async throws(LibraryError) -> Self

    /// The error for an identifier that no entity has.
    static func missing(_ id: ID) -> LibraryError

    /// The error for removing it while the entity of that name refers to it.
    func inUse(by name: String) -> LibraryError
}

/// A type of entity that a field refers to.
public struct ReferencedType: Hashable, Sendable {
    public let type: any ReferencedEntity.Type

    public init(_ type: any ReferencedEntity.Type) { self.type = type }

    public static func == (left: Self, right: Self) -> Bool { left.type == right.type }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}

extension Repositories {
    /// Throws unless what a draft refers to exists. References that it had `before` are not looked at, so that an entity
    /// whose reference somebody has broken by hand can still be edited.
    func requireReferences<Draft: EntityDraft>(of draft: Draft, before: Draft = Draft()) async throws(LibraryError) {
        for field in Draft.Field.allCases where draft[field] != before[field] {
            guard case .reference(let id?, let target) = draft[field] else { continue }
            try await target.type.require(id, in: self)
        }
    }

    /// Throws if a field of an entity of that type refers to `target`.
    func requireNone<Entity: FieldedEntity, Target: ReferencedEntity>(
        of type: Entity.Type, referringTo target: Target
    ) async throws(LibraryError) {
        let reference = FieldValue.reference("\(target.id)", to: ReferencedType(Target.self))
        for entity in try await repository(of: type).all() {
            let draft = entity.draft
            if Entity.Draft.Field.allCases.contains(where: { draft[$0] == reference }) {
                throw target.inUse(by: entity.displayName)
            }
        }
    }
}

extension Library {
    /// What people call the entities that this one refers to, by identifier.
    public func names<Entity: FieldedEntity>(referredToBy entity: Entity) async throws(LibraryError) -> [String: String]
    {
        Entity.targets.isEmpty ? [:] : try await snapshot().names(referredToBy: [entity])
    }
}

extension LibrarySnapshot {
    /// What people call the entities that these refer to, by identifier.
    public func names<Entity: FieldedEntity>(referredToBy entities: [Entity]) -> [String: String] {
        let targets = Entity.targets
        if targets.isEmpty { return [:] }
        var identifiers: Set<String> = []
        for draft in entities.map(\.draft) {
            for field in Entity.Draft.Field.allCases where draft[field].target != nil {
                identifiers.insert(draft[field].text)
            }
        }
        return targets.reduce(into: [:]) { names, target in
            target.type.addNames(to: &names, of: identifiers, in: self)
        }
    }
}

extension FieldedEntity {
    /// What its fields refer to.
    public static var targets: Set<ReferencedType> { Set(Draft.Field.allCases.compactMap { Draft()[$0].target }) }
}

extension ReferencedEntity {
    fileprivate static func addNames(
        to names: inout [String: String], of identifiers: Set<String>, in snapshot: LibrarySnapshot
    ) {
        for entity in snapshot.entities(of: Self.self) where identifiers.contains("\(entity.id)") {
            names["\(entity.id)"] = entity.displayName
        }
    }

    fileprivate static func require(_ id: String, in repositories: some Repositories) async throws(LibraryError) {
        guard let id = ID(id) else { throw .value(.notAnIdentifier) }
        if try await repositories.repository(of: Self.self).find(id) == nil { throw missing(id) }
    }
}
