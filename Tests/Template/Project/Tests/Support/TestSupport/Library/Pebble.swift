public import Domain

/// An entity with a field of each kind, for what works with every entity.
public struct Pebble: FieldedEntity {
    public typealias LookupKey = Never

    public let id: Identifier<Pebble>
    public let draft: PebbleDraft
    public let displayName: String

    /// Throws `ValueError.blank` without a name or weight.
    public init(id: Identifier<Pebble>, draft: PebbleDraft) throws(LibraryError) {
        guard case .text(let name?) = draft[.name], draft[.grams] != .integer(nil) else { throw .value(.blank) }
        (self.id, self.draft, self.displayName) = (id, draft, name)
    }
}

extension Pebble: ReferencedEntity {
    public static func missing(_ name: String) -> LibraryError { .value(.notOneOf([name])) }

    public static func ambiguous(_ name: String, _ found: [Pebble]) -> LibraryError { .value(.notOneOf([name])) }

    public func inUse(by name: String) -> LibraryError { .value(.notOneOf([name])) }
}

public struct PebbleDraft: EntityDraft {
    private var values: [PebbleField: EntityValue] = [:]

    public init() {}

    public subscript(field: PebbleField) -> EntityValue {
        get { values[field] ?? field.kind }
        set { values[field] = newValue == field.kind ? nil : newValue }
    }
}

public enum PebbleField: String, EntityField {
    case name, grams, hardness, isRound, found, color, places

    public var isOptional: Bool { self != .name && self != .grams }

    /// No value of its kind.
    public var kind: EntityValue {
        switch self {
        case .name: .text(nil)
        case .grams: .integer(nil)
        case .hardness: .decimal(nil)
        case .isRound: .flag(nil)
        case .found: .day(nil)
        case .color: .choice(nil, of: ["white", "grey", "black"])
        case .places: .names([])
        }
    }
}

/// The pebble with that identifier and name, which weighs a gram.
public func pebble(
    _ number: Int, _ name: String, _ values: [PebbleField: EntityValue] = [:]
) throws -> Pebble {
    var draft = PebbleDraft()
    draft[.name] = .text(name)
    draft[.grams] = .integer(1)
    for (field, value) in values { draft[field] = value }
    return try Pebble(id: Pebble.ID(bits: UInt64(number)), draft: draft)
}
