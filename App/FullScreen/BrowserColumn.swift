import Domain
import Presentation

/// A column of the list, besides those of the names.
struct BrowserColumn<Entity: BrowsedEntity>: Sendable {
    let title: String
    let width: Int
    /// The fields that it is about: a condition on one of them brings it up.
    let fields: [ListField<Entity>]
    /// Those of lower rank are left out last; nil for one that only a condition brings up.
    var rank: Int?
    /// The rank where something is to be done.
    var urgentRank: Int?
    let cell: @Sendable (Row<Entity>, _ isUrgent: Bool) -> Styled

    /// The usual column of a field; nil for one that takes too much room.
    init?(_ field: Entity.Draft.Field) {
        let title = field.words.label.lowercased()
        let width: Int
        switch field.kind.form {
        case .choice(let words): width = words.map(\.columns).max() ?? 0
        case .flag: width = Entity.drawn(.flag(true), of: field).columns
        case .day: width = 10
        case .number: width = field.kind.fewNumbers.map { Entity.drawn(.number($0.upperBound), of: field).columns } ?? 8
        case .decimal: width = 8
        case .line, .names, .orderedNames, .reference: width = 16
        case .lines, .namedTexts, .identifiers: return nil
        }
        self.init(title, width: max(title.columns, width), [.own(field)], rank: field.isOptional ? 1 : 0) { row, _ in
            let value = row.draft[field]
            let name = if case .reference = value { row.names[value.text] } else { nil as String? }
            return Styled(name ?? Entity.drawn(value, of: field))
        }
    }

    init(
        _ title: String, width: Int, _ fields: [ListField<Entity>], rank: Int?, urgentRank: Int? = nil,
        cell: @escaping @Sendable (Row<Entity>, _ isUrgent: Bool) -> Styled
    ) {
        (self.title, self.width, self.fields, self.cell) = (title, width, fields, cell)
        (self.rank, self.urgentRank) = (rank, urgentRank ?? rank)
    }
}

extension BrowsedEntity {
    /// A column for each field but the names. Those that every entity has are left out last.
    static var usualColumns: [BrowserColumn<Self>] {
        Field.allCases.filter { !namingFields.prefix(2).contains($0) }.compactMap { BrowserColumn($0) }
    }
}

/// The columns that fit. Those of the names come first: they share what the others leave, and each gets what it needs if the
/// other can spare it. The columns that a condition is about are the next, and the others follow while there is room.
struct BrowserColumns<Entity: BrowsedEntity> {
    private let today: Day
    /// Whether a sign before the name says that something is to be done.
    private let hasSign: Bool
    private let names: [Entity.Draft.Field]
    /// The width of the second name's column.
    private let second: Int
    private let others: [BrowserColumn<Entity>]

    /// For these visible rows.
    init(_ rows: some Collection<Row<Entity>>, width: Int, _ query: Query<Entity>, today: Day, hasUrgent: Bool) {
        self.today = today
        hasSign = hasUrgent
        names = Array(Entity.namingFields.prefix(2))
        let all = Entity.browserColumns
        var room = width - 1 - (hasUrgent ? 2 : 0)
        let own = all.indices.filter { all[$0].fields.contains { !query.conditions(on: $0).isEmpty } }
        func rank(_ index: Int) -> Int? { hasUrgent ? all[index].urgentRank : all[index].rank }
        let usual = all.indices.filter { !own.contains($0) && rank($0) != nil }
            .sorted { (rank($0) ?? 0, $0) < (rank($1) ?? 0, $1) }
        var chosen: Set<Int> = []
        for index in own + usual {
            // Below the list's least width beside the selected one, so that no wider window has fewer columns.
            let least = own.contains(index) ? 24 : names.count == 1 ? 24 : 41
            if room - all[index].width - 1 < least { break }
            room -= all[index].width + 1
            chosen.insert(index)
        }
        others = all.indices.filter(chosen.contains).map { all[$0] }
        let widest = names.map { name in
            rows.reduce(name.words.label.columns) { max($0, Self.text($1, name).columns) }
        }
        let share = room - room * 3 / 5
        second = widest.count < 2 ? 0 : max(min(widest[1], share), min(max(widest[1], share), room - widest[0]))
    }

    /// A click on a title chooses the order by its field.
    func titles(_ orders: [(name: String, sort: Sort<Entity.Draft.Field>?)]) -> View {
        func title(_ text: String, _ field: Entity.Draft.Field?) -> View {
            let order = orders.firstIndex { ($0.sort?.field ?? names[0]) == field }
            return .target(order.map { .choice($0) }, .text(text, .faint))
        }
        return view(sign: .blank, name: { title($0.words.label.lowercased(), $0) }) { column in
            let field = if case .own(let field)? = column.fields.first { field } else { nil as Entity.Draft.Field? }
            return title(column.title, field)
        }
    }

    func row(_ row: Row<Entity>) -> View {
        let isUrgent = Entity.urgency(of: row, today: today) != nil
        return view(sign: .text(isUrgent ? "!" : "", .bad), name: { .text(Self.text(row, $0)) }) {
            .line([$0.cell(row, isUrgent)])
        }
    }

    private static func text(_ row: Row<Entity>, _ name: Entity.Draft.Field) -> String {
        let value = row.draft[name]
        return if case .names(let names) = value { names.joined(separator: ", ") } else { value.text }
    }

    private func view(
        sign: View, name: (Entity.Draft.Field) -> View, other: (BrowserColumn<Entity>) -> View
    ) -> View {
        var parts: [View.Part] = hasSign ? [.fixed(1, sign)] : []
        for (index, field) in names.enumerated() {
            parts.append(index == 0 ? .share(1, name(field)) : .fixed(second, name(field)))
        }
        return .row(parts + others.map { .fixed($0.width, other($0)) })
    }
}
