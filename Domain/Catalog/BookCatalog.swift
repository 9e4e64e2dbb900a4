/// A catalogue in which books are looked up by ISBN.
public protocol BookCatalog: Sendable {
    /// The entry for that ISBN, or nil. Throws `LibraryError.catalog`, and `.store` if the catalogue's address is a
    /// setting that can't be read.
    func entry(for isbn: ISBN) async throws(LibraryError) -> CatalogEntry?

    /// Whether this build of the program can ask it.
    var isBuiltIn: Bool { get }
}

extension BookCatalog {
    public var isBuiltIn: Bool { true }
}

/// The description of a book in a catalogue.
public struct CatalogEntry: Hashable, Sendable {
    /// Tidied, and never empty.
    public let title: String
    /// In the order of the catalogue; may be empty.
    public let authors: [String]

    /// Nil without a title.
    public init?(title: String, authors: [String]) {
        self.title = title.tidied
        self.authors = authors.map(\.tidied).filter { !$0.isEmpty }
        if self.title.isEmpty { return nil }
    }
}
