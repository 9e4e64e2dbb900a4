public import Domain

/// A catalogue of a few books, for tests, previews and the demo.
public struct InMemoryCatalog: BookCatalog {
    private let entries: [ISBN: CatalogEntry]

    public init(_ entries: [ISBN: CatalogEntry] = [:]) {
        self.entries = entries
    }

    public func entry(for isbn: ISBN) -> CatalogEntry? { entries[isbn] }
}
