/// An entity whose fields are one list, from which forms, options, columns and files derive.
public protocol FieldedEntity: NamedEntity {
    associatedtype Draft: EntityDraft

    /// What others say of it.
    associatedtype Derived: DerivedValue = NothingDerived<Self> where Derived.Subject == Self

    /// All fields but the identifier.
    var draft: Draft { get }

    /// The fields by whose texts people name it, and lists order it. The first is the name.
    static var namingFields: [Draft.Field] { get }

    /// The fields in which words are looked for, if no others are named. The first is the name.
    static var searchedFields: [Draft.Field] { get }

    /// The entity that `draft` describes, tidied. Throws the error of the first rule that it breaks.
    init(id: ID, draft: Draft) throws(LibraryError)

    /// Sets the fields that follow others, in a draft that was changed since `before`, or in that of a new entity. Those
    /// that were `chosen` on purpose, perhaps to be empty, stay.
    static func follow(_ draft: inout Draft, since before: Draft?, chosen: Set<Draft.Field>, today: Day)

    /// The fields that `follow` may set once that field was chosen, for a form that shows them at once.
    static func followers(of field: Draft.Field) -> [Draft.Field]

    /// Throws for what can't be entered today. `before` is the entity as it was; nil for a new one.
    func check(replacing before: Self?, today: Day) throws(LibraryError)

    /// The text by which an order sorts that turns a field round, such as a name with the surname first: see `Sort.turnedBy`.
    static func turned(_ field: Draft.Field, of draft: Draft) -> String

    /// The page that `query` describes, the list prepared for it, and the first rows of some. Requirements, so that they are
    /// specialised for each type: without that, listing a large library takes twice as long.
    static func page(_ query: Query<Self>, of list: SearchedEntities<Self>) -> Page<Self>
    static func prepared(_ list: SearchedEntities<Self>, for query: Query<Self>) -> SearchedEntities<Self>
    static func first(_ limit: Int, of rows: Rows<Self>) -> [Row<Self>]

    /// The error for a change of these fields that others have changed meanwhile: `draft` is what they made of the entity.
    static func changedMeanwhile(_ draft: Draft, _ fields: [Draft.Field]) -> LibraryError
}

extension FieldedEntity {
    public static func follow(_ draft: inout Draft, since before: Draft?, chosen: Set<Draft.Field>, today: Day) {}

    public static func followers(of field: Draft.Field) -> [Draft.Field] { [] }

    public func check(replacing before: Self?, today: Day) throws(LibraryError) {}

    public static func turned(_ field: Draft.Field, of draft: Draft) -> String { draft[field].sortedText }

    public var displayName: String { Self.namingFields.first.map { draft[$0].text } ?? "" }

    public var names: [String] { Self.names(of: draft) }

    /// The texts by which an entity with these fields is named.
    public static func names(of draft: Draft) -> [String] {
        namingFields.flatMap { field in if case .names(let names) = draft[field] { names } else { [draft[field].text] }
        }
    }

    public static var searchedFields: [Draft.Field] {
        Draft.Field.allCases.filter { field in
            if case .choice = field.kind.form { true } else { field.kind.isSearched }
        }
    }

    public static func page(_ query: Query<Self>, of list: SearchedEntities<Self>) -> Page<Self> { list.finding(query) }

    public static func prepared(_ list: SearchedEntities<Self>, for query: Query<Self>) -> SearchedEntities<Self> {
        list.preparing(for: query)
    }

    public static func first(_ limit: Int, of rows: Rows<Self>) -> [Row<Self>] { rows.made(limit) }
}

/// The fields of an entity as they were entered, perhaps incomplete.
public protocol EntityDraft: Hashable, Sendable {
    associatedtype Field: EntityField

    init()

    /// The value of a field. Stops the program if it is given a value of another kind.
    subscript(field: Field) -> FieldValue { get set }
}

extension EntityDraft {
    /// The value of a field in which nothing was entered yet.
    public static func initial(_ field: Field) -> FieldValue { Self()[field] }
}

/// A field of a list, in the order of output. The raw value is its name in JSON and tables.
public protocol ListedField: CaseIterable, RawRepresentable<String>, Hashable, Sendable where AllCases == [Self] {
    var kind: FieldKind { get }
}

/// A field of an entity.
public protocol EntityField: ListedField {
    /// Whether an entity can be without a value.
    var isOptional: Bool { get }

    /// Whether people enter a value.
    var isEntered: Bool { get }

    /// Whether adding an entity gives it a value if it has none.
    var isFilledIn: Bool { get }
}

extension EntityField {
    public var isEntered: Bool { true }
    public var isFilledIn: Bool { false }
}

extension EntityDraft {
    /// The draft with tidy values: see `FieldKind.tidied`.
    public func tidied() -> Self {
        var draft = self
        for field in Field.allCases { draft[field] = field.kind.tidied(draft[field]) }
        return draft
    }
}
