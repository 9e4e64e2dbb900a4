extension TableRow {
    /// The error for the first column that is neither a field nor a named text of a row; nil if all are. Case doesn't
    /// matter.
    static func unknown(_ columns: [String], in rows: some Sequence<Self>) -> UsageError.Reason? {
        let fields = allFieldNames.map { $0.lowercased() }
        let others = columns.filter { !fields.contains($0.lowercased()) }
        if others.isEmpty { return nil }
        var list = FieldNames(isAll: true)
        for row in rows { row.describe(to: &list) }
        let names = Set(list.names.map { $0.lowercased() })
        guard let wrong = others.first(where: { !names.contains($0.lowercased()) }) else { return nil }
        let near = UsageError.offer(suggestion(for: wrong, among: Set(allFieldNames + list.names).sorted()))
        return .badValue(of: "--columns", value: wrong, expected: "names of fields and details" + near)
    }
}
