/// Finds a book by its identifier, the beginning of it, an ISBN, or words of title and authors.
public struct FindBook: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// The book that `match` finds. Throws the same errors.
    public func callAsFunction(_ reference: String) async throws(LibraryError) -> Book {
        try await match(reference).book
    }

    /// The book that has `reference` as its identifier or ISBN, or else the only one that it names. Books with exactly
    /// this title take precedence over those that contain its words; case, accents and typographic variants don't
    /// matter.
    ///
    /// Throws `BookError.noSuchBook`, `.prefixTooShort`, `.ambiguous`, and `LibraryError.store`.
    public func match(_ reference: String) async throws(LibraryError) -> BookMatch {
        if let id = Book.ID(reference), let book = try await context.library.books.find(id) {
            return BookMatch(book: book, isExact: true)
        }
        if let isbn = try? ISBN(reference), let book = try await context.library.books.matching(.isbn(isbn)).first {
            return BookMatch(book: book, isExact: true)
        }
        let prefix = reference.lowercased()
        let title = context.folding(reference.tidied)
        let words = SearchWord.words(of: reference, folding: context.folding)
        // Its words are also those of titles, and the beginning of an identifier is one.
        let search = EntitySearch.words(of: reference, in: Book.self, folding: context.folding)
        let books = try await context.library.snapshot(for: search).books
        let matching = books.filter { book in
            if isIdentifier(of: book, prefix) { return true }
            if words.isEmpty { return false }
            let text = book.work(folding: context.folding)
            return words.allSatisfy { $0.occurs(in: text) }
        }
        let titled = matching.filter { context.folding($0.title) == title }
        let found = titled.isEmpty ? matching : titled
        guard let book = found.first else {
            let isShort = !prefix.isEmpty && books.contains { "\($0.id)".hasPrefix(prefix) }
            throw .book(isShort ? .prefixTooShort(reference) : .noSuchBook(reference))
        }
        guard found.count == 1 else { throw .book(.ambiguous(reference, found)) }
        return BookMatch(book: book, isExact: !titled.isEmpty || isIdentifier(of: book, prefix))
    }

    /// The books that `match` finds, each of them once. Throws the same errors.
    public func matches(_ references: [String]) async throws(LibraryError) -> [BookMatch] {
        var matches: [BookMatch] = []
        for reference in references {
            let found = try await match(reference)
            if !matches.contains(where: { $0.book.id == found.book.id }) { matches.append(found) }
        }
        return matches
    }

    /// A shorter prefix is too likely to be a word.
    private func isIdentifier(of book: Book, _ prefix: String) -> Bool {
        prefix.utf8.count >= 4 && "\(book.id)".hasPrefix(prefix)
    }
}

/// A book and how it was named.
public struct BookMatch: Hashable, Sendable {
    public let book: Book
    /// Whether it was named by its identifier, the beginning of it, its ISBN or its whole title; not just by some
    /// words.
    public let isExact: Bool
}
