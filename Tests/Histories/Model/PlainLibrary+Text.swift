import Domain

extension PlainLibrary {
    /// All that it has, on one line.
    var text: String {
        let lines = books.sorted { $0.key < $1.key }.map { id, book in
            "\(id): " + BookField.allCases.map { book[$0].text }.joined(separator: "|")
        }
        return (lines + others).joined(separator: "; ").onOneLine
    }
}
