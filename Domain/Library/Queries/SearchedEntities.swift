/// Entities of one type, in which queries find those that meet all their conditions. To be searched again and again, they
/// can be prepared: sorted once for each order, and their texts folded once for each choice of fields.
public struct SearchedEntities<Entity: FieldedEntity>: Sendable {
    public typealias Field = Entity.Draft.Field

    /// Ordered by identifier.
    private let entities: [Entity]
    private let derived: [Entity.ID: Entity.Derived]
    /// The fields that are known; nil for all.
    private let fields: Set<Field>?
    private let folding: TextFolding
    /// The positions of the entities, by whether they are reversed and the sort.
    private var orders: [Bool: [Sort<Field>?: [Int]]] = [:]
    /// The folded texts of the entities, by the fields they come from.
    private var texts: [[Field]: [String]] = [:]

    public init(_ library: LibrarySnapshot, folding: TextFolding) {
        self.init(library.entities(of: Entity.self), fields: nil, in: library, folding: folding)
    }

    /// A list in which only `fields` are known, all of them if nil. Derived values come from `library`.
    package init(_ entities: [Entity], fields: Set<Field>?, in library: LibrarySnapshot, folding: TextFolding) {
        (self.entities, self.fields, self.folding) = (entities, fields, folding)
        derived = library.derived(Entity.Derived.self)
    }

    /// Makes what the pages of this and other queries of its order and fields need, so that each takes much less time.
    public mutating func prepare(for query: Query<Entity>) { self = Entity.prepared(self, for: query) }

    /// The page that `query` describes: the result of `finding`, called by way of the entity so that it is specialised.
    public func page(_ query: Query<Entity>) -> Page<Entity> { Entity.page(query, of: self) }

    func id(at position: Int) -> Entity.ID { entities[position].id }

    func row(at position: Int) -> Row<Entity> {
        let entity = entities[position]
        return Row(entity, derived.isEmpty ? nil : derived[entity.id], fields: fields)
    }
}

extension SearchedEntities {
    func preparing(for query: Query<Entity>) -> SearchedEntities {
        var prepared = self
        let all = orders[false]?[nil] ?? order(of: Array(entities.indices), nil, isReversed: false)
        if orders[query.isReversed]?[query.sort] == nil {
            prepared.orders[false, default: [:]][nil] = all
            prepared.orders[query.isReversed, default: [:]][query.sort] = order(
                of: all, query.sort, isReversed: query.isReversed, isByName: true)
        }
        let searched = query.searched
        if texts[searched] == nil {
            // Made in that order, texts that a search reads one after the other are neighbours in memory.
            var texts = Array(repeating: "", count: entities.count)
            for position in all { texts[position] = folding(entities[position].draft.text(of: searched)) }
            prepared.texts[searched] = texts
        }
        return prepared
    }

    func finding(_ query: Query<Entity>) -> Page<Entity> {
        let words = SearchWord.words(of: query.searchedWords, folding: folding)
        let conditions = query.conditions.map {
            (field: $0.field, condition: PreparedCondition($0.condition, on: $0.field.kind, folding))
        }
        let (searched, ids, prefix) = (query.searched, query.ids.map { Set($0) }, query.text.lowercased())
        let texts = words.isEmpty ? [] : texts[searched] ?? entities.map { folding($0.draft.text(of: searched)) }
        /// Whether all words occur in the text of the entity, or in what others say of it.
        func isFound(_ position: Int) -> Bool {
            if words.isEmpty { return true }
            if query.findsIdentifiers, "\(entities[position].id)".hasPrefix(prefix) { return true }
            if words.occur(in: texts[position]) { return true }
            if query.derivedFields.isEmpty { return false }
            guard let derived = derived[entities[position].id] else { return false }
            let others = query.derivedFields.map { folding(derived[$0].text) }
            return words.occur(in: ([texts[position]] + others).joined(separator: "\n"))
        }
        func meetsConditions(_ position: Int) -> Bool {
            if let ids, !ids.contains(entities[position].id) { return false }
            return conditions.allSatisfy { field, condition in
                switch field {
                case .own(let field): condition.includes(entities[position].draft[field])
                case .derived(let field): condition.includes(derived[entities[position].id]?[field] ?? .none)
                }
            }
        }
        let order = query.isOrdered ? orders[query.isReversed]?[query.sort] : nil
        // The words come first: most searches exclude most entities.
        var found = (order ?? Array(entities.indices)).filter(isFound)
        if ids != nil || !conditions.isEmpty { found = found.filter(meetsConditions) }
        if order == nil, query.isOrdered { found = self.order(of: found, query.sort, isReversed: query.isReversed) }
        if query.isOrdered, query.hasNamesFirst, !words.isEmpty { found = namesFirst(found, query, words, texts) }
        let slice = found.dropFirst(max(0, query.offset)).prefix(max(0, query.limit ?? .max))
        let search =
            query.fields.isEmpty && query.derivedFields.isEmpty
            ? nil : HitSearch<Entity>(words, in: query.fields, and: query.derivedFields, folding)
        return Page(rows: Rows(self, at: slice, search), total: found.count)
    }

    /// The positions as `Query.hasNamesFirst` has them; the first line of each folded text is the name.
    private func namesFirst(
        _ positions: [Int], _ query: Query<Entity>, _ words: [SearchWord], _ texts: [String]
    ) -> [Int] {
        let wanted = Array(folding(query.text.tidied).utf8)
        var groups: [[Int]] = [[], [], [], []]
        for position in positions {
            var text = texts[position]
            let group = text.withUTF8 { text in
                let name = text.prefix { $0 != UInt8(ascii: "\n") }
                if name.starts(with: wanted) { return name.count == wanted.count ? 0 : 1 }
                return words.beginWords(of: name) ? 2 : 3
            }
            groups[group].append(position)
        }
        return Array(groups.joined())
    }

    /// These positions, which are ordered by identifier or `isByName`, in that order.
    private func order(
        of positions: [Int], _ sort: Sort<Field>?, isReversed: Bool, isByName: Bool = false
    ) -> [Int] {
        let byName = isByName ? positions : self.byName(positions)
        guard let sort = sort ?? (isReversed ? Entity.namingFields.first.map { Sort($0) } : nil) else { return byName }
        let kind = sort.field.kind
        let isDescending = sort.isDescending != isReversed
        switch kind.form {
        case .number, .flag, .day, .choice:
            return sorted(byName, isDescending, isReversed) { kind.rank(of: entities[$0].draft[sort.field]) }
        case .decimal:
            return sorted(byName, isDescending, isReversed) { Double(entities[$0].draft[sort.field]) }
        case .line, .lines, .names, .orderedNames, .namedTexts, .identifiers, .reference:
            return sorted(byName, isDescending, isReversed) { position in
                let draft = entities[position].draft
                let text = sort.turnedBy == nil ? draft[sort.field].sortedText : Entity.turned(sort.field, of: draft)
                return text.isEmpty ? nil : SortedText(folding(text))
            }
        }
    }

    /// Those without a key are last or, in reversed order, first. The standard library's sort is stable: positions of equal
    /// keys keep their order.
    private func sorted<Key: Comparable>(
        _ positions: [Int], _ isDescending: Bool, _ isReversed: Bool, by key: (Int) -> Key?
    ) -> [Int] {
        var keyed: [(key: Key, position: Int)] = []
        keyed.reserveCapacity(positions.count)
        var others: [Int] = []
        for position in positions {
            if let key = key(position) { keyed.append((key, position)) } else { others.append(position) }
        }
        keyed.sort { isDescending ? $0.key > $1.key : $0.key < $1.key }
        let sorted = keyed.map(\.position)
        return others.isEmpty ? sorted : isReversed ? others + sorted : sorted + others
    }

    /// The positions, which are ordered by identifier, in the order of the names.
    private func byName(_ positions: [Int]) -> [Int] {
        let fields = Entity.namingFields
        guard let first = fields.first else { return positions }
        func text(_ field: Field, _ kind: FieldKind, _ position: Int) -> String {
            folding(entities[position].draft[field].sortedText)
        }
        let kind = first.kind
        var keyed = positions.map { (key: SortedText(text(first, kind, $0)), position: $0) }
        keyed.sort { $0.key < $1.key }
        // Equal names are rare: looking for neighbours costs less than asking for the others in every comparison.
        func others(_ position: Int) -> [String] { fields.dropFirst().map { text($0, $0.kind, position) } }
        var start = 0
        for end in keyed.indices.dropFirst() + [keyed.count]
        where end == keyed.count || keyed[end].key != keyed[start].key {
            if end - start > 1 {
                keyed[start..<end].sort { others($0.position).lexicographicallyPrecedes(others($1.position)) }
            }
            start = end
        }
        return keyed.map(\.position)
    }
}

extension Query {
    /// The fields in which the words are looked for.
    fileprivate var searched: [Field] { fields.isEmpty ? Entity.searchedFields : fields }

    /// The words, as a field that is searched has them.
    package var searchedWords: String { fields.reduce(text) { $1.kind.searched($0) } }
}

extension FieldValue {
    /// The text by which it is sorted. The separator sorts before every character of a name, so "Ann" with any other name
    /// after it comes before "Anna".
    @inline(__always)
    var sortedText: String {
        if case .names(let names) = self { names.joined(separator: "\u{1}") } else { text }
    }
}

extension FieldKind {
    /// The place of a value in the order of its kind; nil for none.
    fileprivate func rank(of value: FieldValue) -> Int? {
        switch (value, form) {
        case (.number(let number), _): number
        case (.flag(let flag), _): flag ? 0 : 1
        case (.day(let day), _): Int(day.daysSince1970)
        case (.text(let word), .choice(let words)): words.firstIndex(of: word)
        default: nil
        }
    }
}

/// A folded text. Text compares slowly, so characters of ASCII at the beginning of each decide where they differ.
private struct SortedText: Comparable {
    private let start: UInt128
    private let text: String

    init(_ text: String) { (start, self.text) = (text.beginning, text) }

    static func < (left: Self, right: Self) -> Bool {
        left.start == right.start ? left.text < right.text : left.start < right.start
    }
}

extension String {
    /// The first sixteen bytes as a number in the same order. From the first character outside ASCII on, all bits are
    /// set: such characters come after those of ASCII, but their order isn't that of their bytes.
    fileprivate var beginning: UInt128 {
        var text = self
        return text.withUTF8 { bytes in
            var number: UInt128 = 0
            for index in 0..<16 {
                let byte = index < bytes.count ? bytes[index] : 0
                if byte >= 0x80 {
                    let missing = UInt128(8 * (16 - index))
                    return number << missing | ~(UInt128.max << missing)
                }
                number = number << 8 | UInt128(byte)
            }
            return number
        }
    }
}
