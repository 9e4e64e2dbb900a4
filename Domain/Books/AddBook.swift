/// Adds a book to the library; the same ISBN is not added twice.
public struct AddBook: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// Returns the added book. Its days set its status, unless that was `chosen` on purpose: see `followDays`.
    /// Throws the errors of `Book.init`, `BookError.sameISBN`, `.sameIdentifier`, `.finishedInFuture`,
    /// `.startedAfterFinish`, and `LibraryError.store`.
    public func callAsFunction(_ draft: BookDraft, chosen: Set<BookField> = []) async throws(LibraryError) -> Book {
        let today = context.today()
        var draft = draft
        if !chosen.contains(.status) { draft.followDays(since: BookDraft()) }
        let book = try mapError(
            LibraryError.book, Book(id: context.newID(), draft: draft, added: today))
        try book.requirePossibleDays(by: today)
        try await context.library.perform { unit throws(LibraryError) in
            guard try await unit.books.find(book.id) == nil else { throw .book(.sameIdentifier(book.id)) }
            try await unit.books.save(book)
        }
        return book
    }

    /// The books of the library with the title and the authors of `draft`, in any order, ignoring case, accents and
    /// typographic variants. Adding another one is allowed, but seldom meant. Throws `LibraryError.store`.
    public func twins(of draft: BookDraft) async throws(LibraryError) -> [Book] {
        let folding = context.folding
        let page = try await context.library.page(BookQuery { $0.title = draft.title }, folding: folding)
        let authors = Set(draft.authors.tidiedNames.map { folding($0) })
        return page.rows.compactMap(\.book).filter { Set($0.authors.map { folding($0) }) == authors }
    }
}
