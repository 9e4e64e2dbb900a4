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

extension FieldedEntity {
    /// What its fields refer to exists, and can't be removed while they do.
    public static var rules: [Rule<Self>] { references }

    /// The same, for a type with further rules.
    public static var references: [Rule<Self>] {
        Draft.Field.allCases.compactMap { field in Draft()[field].target.map { $0.type.rule(for: field) } }
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

    fileprivate static func rule<Entity: FieldedEntity>(for field: Entity.Draft.Field) -> Rule<Entity> {
        .refers(to: { ID($0.draft[field].text) }, missing: missing) {
            (target: Self, referring, _) throws(LibraryError) in
            if let entity = referring.first { throw target.inUse(by: entity.displayName) }
        }
    }
}
