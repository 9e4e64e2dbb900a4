/// Which entities to see, in which order: a plain value with the same result for every store.
public struct EntityQuery<Entity: FieldedEntity>: Hashable, Sendable {
    /// Words that must all occur, each anywhere in the texts of the entity. Case and accents don't matter.
    public var text: String
    /// The field to sort by; nil for the name.
    public var sort: Entity.Draft.Field?
    public var isReversed = false
    /// How many of the found entities to skip.
    public var offset = 0
    /// The largest number to return; nil for all.
    public var limit: Int?

    public init(text: String = "") {
        self.text = text
    }

    /// The page of `entities` that this query describes. Entities that tie are ordered by name, and then by identifier.
    /// Those without a value of the field to sort by come last.
    public func page(of entities: [Entity], folding: TextFolding) -> EntityPage<Entity> {
        let words = folding(text).split(whereSeparator: \.isWhitespace)
        let found = entities.filter { entity in
            if words.isEmpty { return true }
            let text = folding(entity.searchedText)
            return words.allSatisfy { text.contains($0) }
        }
        let keyed = found.map { entity in
            (entity: entity, value: sort.map { SortKey(entity.draft[$0], $0.kind, folding) }, name: folding(entity.displayName))
        }
        let sorted = keyed.sorted { left, right in
            if let first = left.value, let second = right.value, first != second {
                if first.isEmpty || second.isEmpty { return second.isEmpty }
                return (first < second) != isReversed
            }
            if left.name != right.name { return (left.name < right.name) != (isReversed && sort == nil) }
            return left.entity.id < right.entity.id
        }
        let page = sorted.dropFirst(max(0, offset)).prefix(max(0, limit ?? .max))
        return EntityPage(rows: page.map(\.entity), total: found.count)
    }
}

/// A part of the entities that a query finds.
public struct EntityPage<Entity: FieldedEntity>: Hashable, Sendable {
    public let rows: [Entity]
    /// How many were found, on this page and all others.
    public let total: Int
    /// What people call the entities that the rows refer to, by identifier. A query leaves it empty.
    public var names: [String: String] = [:]
}

extension FieldedEntity {
    /// The values of all texts, choices and names, each on a line of its own.
    fileprivate var searchedText: String {
        let fields = Draft.Field.allCases.filter { field in
            if case .choice = field.kind.form { true } else { field.kind.isSearched }
        }
        let texts = fields.map { draft[$0].text }
        return texts.joined(separator: "\n")
    }
}

/// A value to sort by.
private struct SortKey: Comparable {
    let number: Double
    let text: String
    let isEmpty: Bool

    init(_ value: FieldValue, _ kind: FieldKind, _ folding: TextFolding) {
        isEmpty = value.text.isEmpty
        switch (value, kind.form) {
        case (.number(let number), _): (self.number, text) = (Double(number), "")
        case (.decimal(let number), _): (self.number, text) = (number, "")
        case (.flag(let flag), _): (number, text) = (flag ? 0 : 1, "")
        case (.day(let day), _): (number, text) = (Double(day.daysSince1970), "")
        case (.text(let word), .choice(let words)): (number, text) = (Double(words.firstIndex(of: word) ?? 0), "")
        default: (number, text) = (0, folding(value.text))
        }
    }

    static func < (left: SortKey, right: SortKey) -> Bool {
        (left.number, left.text) < (right.number, right.text)
    }
}
