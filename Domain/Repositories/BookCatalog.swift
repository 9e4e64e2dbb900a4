/// A catalogue that knows the books of the world by their ISBN.
public protocol BookCatalog: Sendable {
    /// What it says of the book of that ISBN; nil where it has no such book. Throws `LibraryError.catalog`.
    func entry(for isbn: ISBN) async throws(LibraryError) -> CatalogEntry?
}

/// What a catalogue says of a book.
public struct CatalogEntry: Hashable, Sendable {
    /// Tidied, and never empty.
    public let title: String
    /// In the order of the catalogue; empty where it names none.
    public let authors: [String]

    /// Nil without a title.
    public init?(title: String, authors: [String]) {
        self.title = title.tidied
        self.authors = authors.map(\.tidied).filter { !$0.isEmpty }
        if self.title.isEmpty { return nil }
    }
}
