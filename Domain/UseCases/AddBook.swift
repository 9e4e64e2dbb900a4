/// Adds a book to the library; the same ISBN is not added twice.
public struct AddBook: Sendable {
    private let library: any Library
    private let context: UseCaseContext

    public init(library: any Library, context: UseCaseContext) {
        self.library = library
        self.context = context
    }

    /// The book as it was added. Throws what `Book.init` throws, `BookError.sameISBN`, `.sameIdentifier`, and
    /// `LibraryError.store`.
    public func callAsFunction(_ draft: BookDraft) async throws(LibraryError) -> Book {
        let book: Book
        do {
            book = try Book(id: context.newID(), draft: draft, added: context.today())
        } catch {
            throw .book(error)
        }
        try await library.perform { unit throws(LibraryError) in
            guard try await unit.books.find(book.id) == nil else { throw .book(.sameIdentifier(book.id)) }
            try await unit.requireNoOther(withISBNOf: book)
            try await unit.books.save(book)
        }
        return book
    }
}
