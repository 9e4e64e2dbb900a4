// Rules that several use cases share.

extension Book {
    /// Throws `BookError.finishedInFuture` if the book was finished after `today`.
    func requireNotFinished(after today: Day) throws(LibraryError) {
        if let finished, finished > today { throw .book(.finishedInFuture(finished)) }
    }
}

extension Repositories {
    /// Throws `BookError.sameISBN` if a book other than `id` has that ISBN.
    func requireUnused(_ isbn: ISBN?, besides id: Book.ID?) async throws(LibraryError) {
        guard let isbn else { return }
        let others = try await books.matching(.isbn(isbn)).filter { $0.id != id }
        if let other = others.first { throw .book(.sameISBN(isbn, other)) }
    }

    /// The book with that identifier. Throws `BookError.noSuchBook`.
    func requireBook(_ id: Book.ID) async throws(LibraryError) -> Book {
        guard let book = try await books.find(id) else { throw .book(.noSuchBook("\(id)")) }
        return book
    }
}
