import Domain

extension PlainLibrary {
    /// All that it has, on one line.
    var text: String {
        var lines = books.sorted { $0.key < $1.key }.map { id, book in
            "\(id): " + BookField.allCases.map { book[$0].text }.joined(separator: "|")
        }
        lines += others
        return lines.joined(separator: "; ").onOneLine
    }
}
