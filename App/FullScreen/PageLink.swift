import Domain
import Presentation

/// A way from one entity to others on another page: to the one that a field refers to, or to those that refer to it.
struct PageLink: Hashable, Sendable {
    enum Target: Hashable, Sendable {
        /// The one of that identifier.
        case one(FieldValue)
        /// Those whose field of that name refers to it.
        case those(field: String, FieldValue)
    }

    let label: String
    /// What those there have in common, such as "place Hall".
    let origin: String
    /// The type of the entities there.
    let page: ObjectIdentifier
    let target: Target
}

extension BrowsedEntity {
    /// The ways from an entity to the pages of these types.
    static func links(from row: Row<Self>, _ library: LibrarySnapshot, to all: [any BrowsedEntity.Type]) -> [PageLink] {
        let names = row.names.merging(library.names(referredToBy: [row])) { $1 }
        let forth = Field.allCases.compactMap { field -> PageLink? in
            let value = row.draft[field]
            guard let target = field.kind.target, let page = all.first(where: { $0 == target.type }), value != .none
            else { return nil }
            let label = "\(field.words.label.lowercased()) \(names[value.text] ?? value.text)"
            return PageLink(label: label, origin: "", page: ObjectIdentifier(page), target: .one(value))
        }
        return forth + all.flatMap { $0.links(to: row, in: library) }
    }

    /// The ways to the entities of this type that refer to that one, if there are any.
    private static func links<Target: BrowsedEntity>(to row: Row<Target>, in library: LibrarySnapshot) -> [PageLink] {
        let (id, name) = (row.id.fieldValue, Target.names(of: row.draft).first ?? "")
        return Field.allCases.filter { $0.kind.target == ReferencedType(Target.self) }.compactMap { field in
            guard library.entities(of: Self.self).contains(where: { $0.draft[field] == id }) else { return nil }
            let label = field.words.label.lowercased()
            return PageLink(
                label: "\(noun.plural) with this \(label)", origin: "\(label) \(name)",
                page: ObjectIdentifier(Self.self), target: .those(field: field.rawValue, id))
        }
    }
}
