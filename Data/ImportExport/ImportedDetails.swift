import Domain

extension DetailName {
    /// The name of a detail that is read from the column or member called `column`: the same one if it is allowed, or
    /// else a similar one.
    init?(column: String) {
        let name = String(column.map { $0 == "=" || $0 == "," ? " " : $0 }).tidied
        self.init(name.isEmpty ? "unnamed" : name)
        if isFieldName { self.init(description + " (import)") }
    }
}
