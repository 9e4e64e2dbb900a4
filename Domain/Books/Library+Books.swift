extension Repositories {
    public var books: any Repository<Book> { repository(of: Book.self) }
}

extension Library {
    /// The result of `BookQuery.page` on `snapshot`. Throws `LibraryError.store`.
    public func page(_ query: BookQuery, folding: TextFolding) async throws(LibraryError) -> BookPage {
        guard let search = query.search(folding) else { return query.page(of: try await snapshot(), folding: folding) }
        return query.page(of: try await snapshot(for: search), folding: folding)
    }
}

extension BookQuery {
    /// What a store can look for; nil if only books as a whole show whether they match.
    fileprivate func search(_ folding: TextFolding) -> EntitySearch? {
        if let title {
            return EntitySearch(Book.self, .text(folding(title.tidied), member: "title"), folding: folding)
        }
        let words = folding(text).split(whereSeparator: \.isWhitespace).map(String.init)
        return words.isEmpty ? nil : EntitySearch(Book.self, .words(words), folding: folding)
    }
}

extension LibrarySnapshot {
    public var books: [Book] { entities(of: Book.self) }
}
