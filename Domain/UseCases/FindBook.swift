/// Finds a book by its identifier, the beginning of it, an ISBN, or words of the title.
public struct FindBook: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) {
        self.context = context
    }

    /// The only book that matches `reference`. Throws `BookError.noSuchBook`, `.ambiguous`, and `LibraryError.store`.
    public func callAsFunction(_ reference: String) async throws(LibraryError) -> Book {
        if let id = Book.ID(reference), let book = try await context.library.books.find(id) { return book }
        if let isbn = try? ISBN(reference), let book = try await context.library.books.matching(.isbn(isbn)).first {
            return book
        }
        let prefix = reference.lowercased()
        let words = SearchWords(reference, folding: context.folding)
        let found = try await context.library.books.all().filter { book in
            (prefix.utf8.count >= 4 && "\(book.id)".hasPrefix(prefix))
                || (!words.isEmpty && words.allOccur(in: [book.title]))
        }
        guard let book = found.first else { throw .book(.noSuchBook(reference)) }
        guard found.count == 1 else { throw .book(.ambiguous(reference, found)) }
        return book
    }
}
