extension Collection<Row<Book>> {
    /// The shelves by name, and how many books are on each. Names that differ only in case and accents are one shelf,
    /// spelled as its first book has it.
    public func shelves(_ folding: TextFolding) -> [(name: String, books: Int)] {
        var shelves: [String: (name: String, books: Int)] = [:]
        for names in lazy.map(\.draft.shelves) {
            for (folded, name) in Dictionary(names.map { (folding($0), $0) }, uniquingKeysWith: { $1 }) {
                shelves[folded, default: (name, 0)].books += 1
            }
        }
        return shelves.sorted { $0.key < $1.key }.map(\.value)
    }
}
