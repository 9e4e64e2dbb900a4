public import Domain

extension DetailName {
    /// Whether a field of a book has this name in lists. A detail is not given such a name; one of an older library may
    /// have it, because fields are added in later versions.
    public var isFieldName: Bool { fieldNames.contains(description.lowercased()) }

    /// The name of a detail that is read from the column or member called `column`: with a space for each character that
    /// no such name has, and with `suffix` if a field has the name.
    init?(column: String) {
        self.init(String(column.map { $0 == "=" || $0 == "," ? " " : $0 }))
        if isFieldName { self.init(description + " (import)") }
    }
}

private let fieldNames = Set((BookRecord.memberNames.map(\.description) + ["lentTo", "due"]).map { $0.lowercased() })

extension BookDetails {
    /// Adds the text of a column. If another text has its name, a number is added to the name.
    mutating func keep(_ text: String, named column: String) {
        guard let name = DetailName(column: column) ?? DetailName("unnamed") else { return }
        var unused = name
        var number = 2
        while let other = self[unused], other != text.tidiedLines, let next = DetailName("\(name) \(number)") {
            unused = next
            number += 1
        }
        self[unused] = text
    }
}
