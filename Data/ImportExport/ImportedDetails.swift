public import Domain

extension DetailName {
    /// Whether a field of a book has this name in lists. New details don't get such names; a detail in an older library
    /// may have one, because later versions add fields.
    public var isFieldName: Bool { fieldNames.contains(description.lowercased()) }

    /// The name of a detail that is read from the column or member called `column`: the same one if it is allowed, or
    /// else a similar one.
    init?(column: String) {
        let name = String(column.map { $0 == "=" || $0 == "," ? " " : $0 }).tidied
        self.init(name.isEmpty ? "unnamed" : name)
        if isFieldName { self.init(description + " (import)") }
    }
}

private let fieldNames = Set((BookRecord.memberNames.map(\.description) + ["lentTo", "due"]).map { $0.lowercased() })
