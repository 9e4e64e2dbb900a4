public import Domain

extension DetailName {
    /// Whether a field of a book has this name in lists. A detail is not given such a name; one of an older library may
    /// have it, because fields are added in later versions.
    public var isFieldName: Bool { fieldNames.contains(description.lowercased()) }

    /// The name of a detail that is read from the column or member called `column`; if that is no such name, the nearest
    /// one.
    init?(column: String) {
        let name = String(column.map { $0 == "=" || $0 == "," ? " " : $0 }).tidied
        self.init(name.isEmpty ? "unnamed" : name)
        if isFieldName { self.init(description + " (import)") }
    }
}

private let fieldNames = Set((BookRecord.memberNames.map(\.description) + ["lentTo", "due"]).map { $0.lowercased() })
