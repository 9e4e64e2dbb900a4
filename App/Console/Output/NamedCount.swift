/// A name, and how many things have it.
struct NamedCount: TableRow {
    let name: String
    let count: Int

    static var columns: [Column<NamedCount>] {
        [Column(title: "name", style: .strong, share: 20, importance: 1), Column(title: "count")]
    }

    static var sample: NamedCount? { NamedCount(name: "name", count: 0) }

    func describe(to fields: inout some FieldWriter) {
        fields.field("name", name)
        fields.field("count", count)
    }
}
