/// Completes the draft of a new book from a catalogue.
public struct LookUpBook: Sendable {
    private let context: UseCaseContext
    private let catalog: any BookCatalog

    public init(_ context: UseCaseContext, catalog: any BookCatalog) {
        self.context = context
        self.catalog = catalog
    }

    /// Returns `draft` with title and authors; keeps those it already has. Doesn't ask the catalogue if nothing is
    /// missing, without an ISBN, and for an ISBN that the library has.
    ///
    /// Throws `BookError.sameISBN`, `CatalogError` and `LibraryError.store`.
    public func callAsFunction(_ draft: BookDraft) async throws(LibraryError) -> BookDraft {
        let needsAuthor = draft.authors.allSatisfy(\.tidied.isEmpty)
        guard let isbn = draft.isbn, needsAuthor || draft.title.tidied.isEmpty else { return draft }
        if let book = try await context.library.books.matching(.isbn(isbn)).first { throw .book(.sameISBN(isbn, book)) }
        guard let entry = try await catalog.entry(for: isbn) else { throw .catalog(.noSuchBook(isbn)) }
        var draft = draft
        if draft.title.tidied.isEmpty { draft.title = entry.title }
        if needsAuthor {
            guard !entry.authors.isEmpty else { throw .catalog(.noAuthor(isbn, title: entry.title)) }
            draft.authors = entry.authors
        }
        return draft
    }
}
