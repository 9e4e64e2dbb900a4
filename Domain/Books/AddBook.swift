/// Adds a book to the library; the same ISBN is not added twice.
public typealias AddBook = AddEntity<Book>

/// Changes books. Their statuses and days follow each other: see `Book.follow`.
public typealias EditBook = EditEntity<Book>

/// Removes books, with the loans that have ended.
public typealias RemoveBooks = RemoveEntities<Book>

extension AddEntity<Book> {
    /// The books of the library with the title and the authors of `draft`, in any order, ignoring case, accents and
    /// typographic variants. Adding another one is allowed, but seldom meant. Throws `LibraryError.store`.
    public func twins(of draft: BookDraft) async throws(LibraryError) -> [Book] {
        let folding = context.folding
        let query = BookQuery { $0.require(.title, .named(draft.title)) }
        let authors = Set(draft.authors.tidiedNames.map { folding($0) })
        return try await context.library.page(query, folding: folding).rows.compactMap(\.entity)
            .filter { Set($0.authors.map { folding($0) }) == authors }
    }
}
