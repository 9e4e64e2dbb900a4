import Domain

extension Row: Described, TableRow where Entity: ListedEntity {
    static var columns: [Column<Row>] { Entity.columns }

    /// None, because a rule of the entity might refuse any.
    static var sample: Row? { nil }

    static var fieldNames: [String] {
        ["id"] + Entity.Draft.Field.allCases.filter(Entity.isTabbed).map(\.rawValue)
            + Entity.Derived.Field.allCases.map(\.rawValue)
    }

    static var allFieldNames: [String] {
        ["id"] + Entity.Draft.Field.allCases.map(\.rawValue) + Entity.Derived.Field.allCases.map(\.rawValue) + ["found"]
    }

    func describe(to fields: inout some FieldWriter) {
        fields.field("id", id.description)
        // Copied once for all fields.
        let draft = self.draft
        for field in Entity.Draft.Field.allCases where Entity.isTabbed(field) || fields.takesLaterFields {
            fields.write(draft[field], of: field.kind, named: field.rawValue, names: names)
        }
        for field in Entity.Derived.Field.allCases {
            fields.write(derived?[field] ?? FieldValue.none, of: field.kind, named: field.rawValue)
        }
        if fields.takesLaterFields { fields.laterField("found", ownHits.map { ($0.name, $0.text) }) }
    }

    private var ownHits: [Hit<Entity>] { hits.filter { if case .own = $0.field { true } else { false } } }

    /// Where a search has found its words, besides the naming fields.
    var foundElsewhere: String {
        let naming = Entity.namingFields.map { ListField<Entity>.own($0) }
        return hits.filter { !naming.contains($0.field) }.map { hit in
            if case .derived = hit.field { "\(hit.name.inWords): \(hit.text)" } else { "\(hit.name): \(hit.text)" }
        }.joined(separator: "; ")
    }
}
