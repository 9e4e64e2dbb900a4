import Data
import Domain
import Presentation

/// An entity as a row of a list, with all its fields.
protocol EntityRow: TableRow, FieldedEntity where Draft.Field: DescribedField {}

extension EntityRow {
    static var columns: [Column<Self>] { columns(of: Self.self) }

    fileprivate static func columns<Row>(of type: Row.Type) -> [Column<Row>] {
        [Column(title: "id", style: .faint, importance: 2)]
            + Draft.Field.allCases.enumerated().map { index, field in
                let title = field.option.replacing("-", with: " ")
                return index == 0
                    ? Column(title: title, style: .strong, share: 24, importance: 3)
                    : Column(title: title, share: 12, importance: field.isOptional ? 0 : 1)
            }
    }

    /// None, because a rule of the entity might refuse any.
    static var sample: Self? { nil }

    static var fieldNames: [String] { ["id"] + Draft.Field.allCases.map(\.rawValue) }

    static var allFieldNames: [String] { fieldNames }

    func describe(to fields: inout some FieldWriter) { describe(to: &fields, names: [:]) }

    fileprivate func describe(to fields: inout some FieldWriter, names: [String: String]) {
        fields.field("id", id.description)
        let draft = draft
        for field in Draft.Field.allCases {
            fields.write(draft[field], of: field.kind, named: field.rawValue, names: names)
        }
    }

    /// So many of them, for people.
    static func counting(_ count: Int) -> String {
        let noun = LibrarySchema.bookshelf.noun(of: Self.self)
        return count.counting(noun.singular, noun.plural)
    }

    /// The name in quotation marks, for messages.
    var quoted: String { "\"\(displayName)\"" }
}

/// An entity as people see it: with the names of the entities that it refers to.
private struct NamedRow<Entity: EntityRow>: TableRow {
    let entity: Entity
    /// By identifier.
    let names: [String: String]

    static var columns: [Column<Self>] { Entity.columns(of: Self.self) }
    static var sample: Self? { nil }
    static var fieldNames: [String] { Entity.fieldNames }
    static var allFieldNames: [String] { Entity.allFieldNames }

    func describe(to fields: inout some FieldWriter) { entity.describe(to: &fields, names: names) }
}

extension Console {
    /// Prints entities: for people with the names of those that they refer to, for programs with their identifiers.
    func print<Entity: EntityRow>(_ entities: [Entity], names: [String: String], columns: [String]) {
        print(entities.map { named($0, names) }, columns: columns)
    }

    func printFields<Entity: EntityRow>(_ entity: Entity, names: [String: String]) {
        printFields(named(entity, names))
    }

    private func named<Entity: EntityRow>(_ entity: Entity, _ names: [String: String]) -> NamedRow<Entity> {
        NamedRow(entity: entity, names: appearance.showsTables ? names : [:])
    }
}
