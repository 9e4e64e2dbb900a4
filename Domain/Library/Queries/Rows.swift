/// An entity as lists show it: the values that were asked for, and what others say of it. A row is not an entity, so that
/// nothing can save one that lacks a value.
public struct Row<Entity: FieldedEntity>: Identifiable, Hashable, Sendable {
    @usableFromInline let known: Entity
    /// What others say of it.
    public let derived: Entity.Derived?
    private let fields: Set<Entity.Draft.Field>?
    /// What people call the entities that it refers to, by identifier.
    public var names: [String: String] = [:]
    @usableFromInline var search: HitSearch<Entity>?

    public init(_ entity: Entity, derived: Entity.Derived? = nil) { self.init(entity, derived, fields: nil) }

    /// A row of an entity. Only `fields` were read; nil means all of them.
    init(_ known: Entity, _ derived: Entity.Derived?, fields: Set<Entity.Draft.Field>?) {
        (self.known, self.derived, self.fields) = (known, derived, fields)
    }

    @inlinable public var id: Entity.ID { known.id }

    /// Its values. Those that weren't asked for are as in a new draft: see `has`.
    @inlinable public var draft: Entity.Draft { known.draft }

    /// Whether the field was asked for, or all were.
    public func has(_ field: Entity.Draft.Field) -> Bool { fields?.contains(field) ?? true }

    /// Nil in a list that didn't ask for all fields.
    public var entity: Entity? { fields == nil ? known : nil }

    /// Nil if the field wasn't asked for, which says nothing of its value.
    public subscript(field: ListField<Entity>) -> FieldValue? {
        switch field {
        case .own(let field): has(field) ? draft[field] : nil
        case .derived(let field): derived?[field] ?? FieldValue.none
        }
    }

    /// Where a search in chosen fields has found its words. Looked for each time: a view shows few rows of a long list.
    @inlinable public var hits: [Hit<Entity>] { search?.hits(in: self) ?? [] }
}

extension Row {
    /// The names of what a list has besides the fields of its entities. These values can only be read.
    public static var ownFieldNames: [String] { ["id"] + Entity.Derived.Field.allCases.map(\.rawValue) + ["found"] }
}

/// Rows in an order. A row is made when it is asked for.
public struct Rows<Entity: FieldedEntity>: RandomAccessCollection, Equatable, Sendable {
    /// The identifiers of the rows.
    public let ids: [Entity.ID]
    private let list: SearchedEntities<Entity>?
    private let rows: [Row<Entity>]
    private let positions: ArraySlice<Int>
    private let search: HitSearch<Entity>?

    public init(_ rows: [Row<Entity>] = []) {
        (list, self.rows, positions, search) = (nil, rows, Array(rows.indices)[...], nil)
        ids = rows.map(\.id)
    }

    /// The rows of `list` at these positions; `search` finds where they have its words.
    init(_ list: SearchedEntities<Entity>, at positions: ArraySlice<Int>, _ search: HitSearch<Entity>?) {
        (self.list, rows, self.positions, self.search) = (list, [], positions, search)
        ids = positions.map { list.id(at: $0) }
    }

    /// At most that many rows from the beginning on.
    public func first(_ limit: Int) -> [Row<Entity>] { Entity.first(limit, of: self) }

    func made(_ limit: Int) -> [Row<Entity>] { indices.prefix(limit).map { self[$0] } }

    public var startIndex: Int { 0 }
    public var endIndex: Int { positions.count }

    public subscript(index: Int) -> Row<Entity> {
        let position = positions[positions.startIndex + index]
        var row = list.map { $0.row(at: position) } ?? rows[position]
        row.search = search ?? row.search
        return row
    }

    public static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }
}
