/// Completes the draft of a book from a catalogue.
public struct LookUpBook: Sendable {
    private let context: UseCaseContext
    private let catalog: any BookCatalog

    public init(_ context: UseCaseContext, catalog: any BookCatalog) {
        self.context = context
        self.catalog = catalog
    }

    /// Returns `draft`, of a new book or of the book `id`, with the title and the authors that it lacked. Asks the
    /// catalogue only if one of them is missing and the draft has an ISBN.
    ///
    /// Throws `BookError.sameISBN` before it asks, `CatalogError` and `LibraryError.store`.
    public func callAsFunction(_ draft: BookDraft, of id: Book.ID? = nil) async throws(LibraryError) -> BookDraft {
        let needsAuthor = draft.authors.allSatisfy(\.tidied.isEmpty)
        guard let isbn = draft.isbn, needsAuthor || draft.title.tidied.isEmpty else { return draft }
        if let other = try await context.library.books.matching(.isbn(isbn)).first(where: { $0.id != id }) {
            throw .book(.sameISBN(isbn, other))
        }
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
