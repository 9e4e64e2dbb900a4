import Domain
import Presentation

/// A line of the menu of filters: a condition that is on or off.
struct FilterChoice<Entity: BrowsedEntity>: Hashable, Sendable {
    let label: String
    let field: ListField<Entity>
    let condition: Condition
    /// Whether it replaces the other conditions on its field.
    let isAlone: Bool

    private init(_ label: String, _ field: ListField<Entity>, _ condition: Condition, isAlone: Bool = false) {
        (self.label, self.field, self.condition, self.isAlone) = (label, field, condition, isAlone)
    }

    /// The choices of all fields: words, flags and numbers, then the names that entities have in each field of names.
    static func all(names: [Entity.Draft.Field: [String]], today: Day) -> [FilterChoice] {
        let fields = Entity.Draft.Field.allCases
        let flags = Entity.conditions.compactMap { option in
            option.flag.map { flag in
                let condition = flag(today)
                let label =
                    if case .own(let field) = option.field { field.words.label.lowercased() } else { option.name }
                return FilterChoice(label, option.field, condition, isAlone: condition != .present)
            }
        }
        let names = fields.flatMap { field in
            names[field, default: []].map { FilterChoice("\(field.each) \($0)", .own(field), .named($0)) }
        }
        return fields.flatMap { words(of: $0) } + flags + fields.flatMap { numbers(of: $0) } + names
    }

    private static func words(of field: Entity.Draft.Field) -> [FilterChoice] {
        guard case .choice(let words) = field.kind.form else { return [] }
        return words.map { FilterChoice($0, .own(field), .oneOf([FieldValue.text($0)])) }
    }

    private static func numbers(of field: Entity.Draft.Field) -> [FilterChoice] {
        guard let few = field.kind.fewNumbers else { return [] }
        let none = FilterChoice(Entity.said(.none, of: field), .own(field), .missing, isAlone: true)
        return few.reversed().map { number in
            let drawn = Entity.drawn(.number(number), of: field)
            return FilterChoice(
                number == few.upperBound ? drawn : "\(drawn) or more", .own(field),
                .within(from: number, through: nil), isAlone: true)
        } + (field.isOptional ? [none] : [])
    }

    func isOn(in query: Query<Entity>) -> Bool {
        let known = query.conditions(on: field)
        switch condition {
        case .oneOf(let values) where !isAlone: return query.values(of: field).contains(values[0])
        // The filter keeps the day on which it was turned on.
        case .within(nil, .day?): return known.contains { if case .within(nil, .day?) = $0 { true } else { false } }
        default: return known.contains(condition)
        }
    }

    func toggle(in query: inout Query<Entity>) {
        let isOn = isOn(in: query)
        if case .oneOf(let values) = condition, !isAlone {
            // One condition for all words of the field.
            let others = query.values(of: field).filter { $0 != values[0] }
            query.removeConditions(on: field)
            let wanted = isOn ? others : others + values
            if !wanted.isEmpty { query.require(field, .oneOf(wanted)) }
        } else {
            query.removeConditions(on: field) { isAlone || $0 == condition }
            if !isOn { query.require(field, condition) }
        }
    }
}

extension BrowsedEntity {
    /// Whether there can be a choice.
    static var hasFilters: Bool { !nameFields.isEmpty || !FilterChoice<Self>.all(names: [:], today: .any).isEmpty }
}

extension EntityField where Self: DescribedField {
    /// What one of its values is called.
    var each: String {
        let label = words.label.lowercased()
        return words.each ?? (label.hasSuffix("s") ? String(label.dropLast()) : label)
    }
}

extension Query {
    /// Everything, in the same order.
    var withoutConditions: Query {
        Query { ($0.sort, $0.isReversed) = (sort, isReversed) }
    }

    /// The words of a choice that are wanted; empty for all.
    fileprivate func values(of field: ListField<Entity>) -> [FieldValue] {
        conditions(on: field).flatMap { if case .oneOf(let values) = $0 { values } else { [FieldValue]() } }
    }

    /// The names that are wanted in that field.
    func names(in field: Field) -> [String] {
        conditions(on: .own(field)).compactMap { if case .named(let name) = $0 { name } else { nil as String? } }
    }
}
