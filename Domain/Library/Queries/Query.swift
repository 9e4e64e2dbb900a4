/// Which entities to see, in which order: a plain value with the same result for every store. An entity must meet all
/// conditions. Case, accents and typographic variants don't matter.
public struct Query<Entity: FieldedEntity>: Hashable, Sendable {
    public typealias Field = Entity.Draft.Field

    /// Words that must all occur, each anywhere in the fields.
    public var text: String
    /// The fields in which the words are looked for; the rows say where they are. Empty for those of `searchedFields`.
    public var fields: [Field] = []
    /// What others say of an entity in which a word may be, too.
    public var derivedFields: [Entity.Derived.Field] = []
    /// Whether the text may also be the beginning of an identifier.
    public var findsIdentifiers = false
    /// Only these entities; nil for any.
    public var ids: [Entity.ID]?
    public private(set) var conditions: [FieldCondition<Entity>] = []
    /// Whether the order matters. If not, they come by identifier, whatever is said below: that saves the time to sort them.
    public var isOrdered = true
    /// Nil for the name.
    public var sort: Sort<Field>?
    /// Reverses the order; entities that tie stay in the order of their names and identifiers.
    public var isReversed = false
    /// Whether the names that the text means come first: those that are the text, those that begin with it, and those in
    /// which each searched word begins a word of the name. Within each group, and after them, the order is that of `sort`.
    public var hasNamesFirst = false
    /// How many of the found entities to skip.
    public var offset = 0
    /// The largest number of entities to return; nil for all.
    public var limit: Int?
    /// The fields that the rows need; nil for all. A large library is read in less than half the time without those that
    /// fill it.
    public var shown: Set<Field>?

    /// A query for `text`; `conditions` sets further ones.
    public init(text: String = "", _ conditions: (inout Query) -> Void = { _ in }) {
        self.text = text
        conditions(&self)
    }

    /// Adds a condition. Values of a choice are one condition: one of them is enough.
    public mutating func require(_ field: Field, _ condition: Condition) { require(.own(field), condition) }

    public mutating func require(_ field: ListField<Entity>, _ condition: Condition) {
        let known = conditions.firstIndex { $0.field == field }
        if case .oneOf(let new) = condition, let known, case .oneOf(let old) = conditions[known].condition {
            conditions[known].condition = .oneOf(old + new)
        } else {
            conditions.append(FieldCondition(field: field, condition: condition))
        }
    }

    /// Removes the conditions on a field that `isUnwanted` holds for.
    public mutating func removeConditions(
        on field: ListField<Entity>, where isUnwanted: (Condition) -> Bool = { _ in true }
    ) {
        conditions.removeAll { $0.field == field && isUnwanted($0.condition) }
    }

    /// The conditions on a field.
    public func conditions(on field: ListField<Entity>) -> [Condition] {
        conditions.filter { $0.field == field }.map { $0.condition }
    }

    /// Whether it leaves out any entity of the library.
    public var isForAll: Bool { text.isBlank && conditions.isEmpty && ids == nil }

    /// The page of `library` that this query describes.
    public func page(of library: LibrarySnapshot, folding: TextFolding) -> Page<Entity> {
        SearchedEntities(library, folding: folding).page(self)
    }

    /// The fields that have to be known to find and show its rows; nil for all.
    public var neededFields: Set<Field>? {
        guard var needed = shown else { return nil }
        needed.formUnion(fields.isEmpty && !text.isBlank ? Entity.searchedFields : fields)
        if isOrdered { needed.formUnion(Entity.namingFields + (sort.map { [$0.field] + ($0.turnedBy ?? []) } ?? [])) }
        for case .own(let field) in conditions.map(\.field) { needed.insert(field) }
        return needed
    }
}

/// A condition on a field of a list.
public struct FieldCondition<Entity: FieldedEntity>: Hashable, Sendable {
    public let field: ListField<Entity>
    public fileprivate(set) var condition: Condition
}

/// A field of a list: one of the entity's own, or what others say of it.
public enum ListField<Entity: FieldedEntity>: Hashable, Sendable {
    case own(Entity.Draft.Field)
    case derived(Entity.Derived.Field)

    public var name: String {
        switch self {
        case .own(let field): field.rawValue
        case .derived(let field): field.rawValue
        }
    }

    public var kind: FieldKind {
        switch self {
        case .own(let field): field.kind
        case .derived(let field): field.kind
        }
    }
}

/// The order of a list by the values of a field. Entities that tie are in the order of their names.
public struct Sort<Field: ListedField>: Hashable, Sendable {
    public let field: Field
    /// Whether the largest, latest or best are first. Those without a value are last either way.
    public let isDescending: Bool
    /// Whether texts are compared as `FieldedEntity.turned` has them, and the other fields that it needs; nil if not.
    public let turnedBy: [Field]?

    public init(_ field: Field, isDescending: Bool = false, turnedBy: [Field]? = nil) {
        (self.field, self.isDescending, self.turnedBy) = (field, isDescending, turnedBy)
    }
}

/// A part of the entities that a query finds.
public struct Page<Entity: FieldedEntity>: Equatable, Sendable {
    public let rows: Rows<Entity>
    /// How many were found, on this page and all others.
    public let total: Int
}

/// A page, and what else the library held at that moment.
public struct LibraryExcerpt<Entity: FieldedEntity>: Sendable {
    public let page: Page<Entity>
    /// All entities of the other types. Those of the page's type may be missing.
    public let others: LibrarySnapshot

    package init(page: Page<Entity>, others: LibrarySnapshot) { (self.page, self.others) = (page, others) }

    /// What `query` finds in a whole library.
    public init(_ query: Query<Entity>, of library: LibrarySnapshot, folding: TextFolding) {
        self.init(page: query.page(of: library, folding: folding), others: library)
    }
}
