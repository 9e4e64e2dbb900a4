public import Domain

/// An entity with a field of each kind, for what works with every entity.
public struct Pebble: FieldedEntity {
    public typealias LookupKey = Never

    public let id: Identifier<Pebble>
    public let draft: PebbleDraft

    /// Throws `ValueError.blank` without a name or weight.
    public init(id: Identifier<Pebble>, draft: PebbleDraft) throws(LibraryError) {
        guard draft[.name] != .none, draft[.grams] != .none else { throw .value(.blank) }
        (self.id, self.draft) = (id, draft)
    }

    public static let namingFields: [PebbleField] = [.name]

    public static func missing(_ name: String, isShort: Bool) -> LibraryError { .value(.notOneOf([name])) }

    public static func ambiguous(_ name: String, _ found: [Pebble]) -> LibraryError { .value(.notOneOf([name])) }

    public static func changedMeanwhile(_ draft: PebbleDraft, _ fields: [PebbleField]) -> LibraryError {
        .value(.notOneOf(fields.map(\.rawValue)))
    }
}

public struct PebbleDraft: EntityDraft {
    private var values: [PebbleField: FieldValue] = [:]

    public init() {}

    public subscript(field: PebbleField) -> FieldValue {
        get { values[field] ?? field.empty }
        set { values[field] = newValue == field.empty ? nil : newValue }
    }
}

public enum PebbleField: String, EntityField {
    case name, grams, hardness, isRound, found, color, places

    public var isOptional: Bool { self != .name && self != .grams }

    public var kind: FieldKind {
        switch self {
        case .name: FieldKind(.line)
        case .grams: .anyNumber
        case .hardness: FieldKind(.decimal)
        case .isRound: FieldKind(.flag)
        case .found: FieldKind(.day)
        case .color: FieldKind(.choice(["white", "grey", "black"]))
        case .places: FieldKind(.names)
        }
    }

    fileprivate var empty: FieldValue {
        switch self {
        case .isRound: .flag(false)
        case .places: .names([])
        default: .none
        }
    }
}

/// The pebble with that identifier and name, which weighs a gram.
public func pebble(
    _ number: Int, _ name: String, _ values: [PebbleField: FieldValue] = [:]
) throws -> Pebble {
    var draft = PebbleDraft()
    draft[.name] = .text(name)
    draft[.grams] = .number(1)
    for (field, value) in values { draft[field] = value }
    return try Pebble(id: Pebble.ID(bits: UInt64(number)), draft: draft)
}
