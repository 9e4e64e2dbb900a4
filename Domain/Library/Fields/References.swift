/// A type of entity that a field refers to.
public struct ReferencedType: Hashable, Sendable {
    public let type: any NamedEntity.Type

    public init(_ type: any NamedEntity.Type) { self.type = type }

    public static func == (left: Self, right: Self) -> Bool { left.type == right.type }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}

extension FieldKind {
    /// What the field refers to; nil unless it is a reference.
    public var target: ReferencedType? { if case .reference(let target) = form { target } else { nil } }
}

extension FieldedEntity {
    /// The rules of its references: what it refers to exists, and can't be removed. They are checked like all rules, and
    /// only where a reference changed, so that an entity whose reference somebody has broken by hand can be edited.
    public static var references: [Rule<Self>] {
        Draft.Field.allCases.compactMap { $0.kind.target?.type.rule(of: $0) }
    }

    /// What its fields refer to.
    public static var targets: Set<ReferencedType> { Set(Draft.Field.allCases.compactMap(\.kind.target)) }
}

extension LibrarySnapshot {
    /// What people call the entities that these refer to, by identifier.
    public func names<Entity: FieldedEntity>(referredToBy rows: some Collection<Row<Entity>>) -> [String: String] {
        let targets = Entity.targets
        if targets.isEmpty { return [:] }
        let fields = Entity.Draft.Field.allCases.filter { $0.kind.target != nil }
        let identifiers = Set(rows.flatMap { row in fields.map { row.draft[$0].text } })
        return targets.reduce(into: [:]) { names, target in
            target.type.addNames(to: &names, of: identifiers, in: self)
        }
    }
}

extension NamedEntity {
    fileprivate static func addNames(
        to names: inout [String: String], of identifiers: Set<String>, in snapshot: LibrarySnapshot
    ) {
        for entity in snapshot.entities(of: Self.self) where identifiers.contains("\(entity.id)") {
            names["\(entity.id)"] = entity.displayName
        }
    }

    fileprivate static func rule<Entity: FieldedEntity>(of field: Entity.Draft.Field) -> Rule<Entity> {
        .refers(to: { ID($0.draft[field]) }, missing: { missing("\($0)") }) {
            (target: Self, referring, _) throws(LibraryError) in
            throw .isReferredTo(target.displayName, by: referring[0].displayName)
        }
    }
}
