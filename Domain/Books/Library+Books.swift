extension Repositories {
    public var books: any Repository<Book> { repository(of: Book.self) }
}

extension Library {
    /// The result of `BookQuery.page` on `snapshot`. Throws `LibraryError.store`.
    public func page(_ query: BookQuery, folding: TextFolding) async throws(LibraryError) -> BookPage {
        query.page(of: try await snapshot(for: query.search(folding)), folding: folding)
    }
}

extension BookQuery {
    /// What a store can look for.
    fileprivate func search(_ folding: TextFolding) -> EntitySearch {
        let type: any LibraryEntity.Type =
            acceptsSummaries && details.isEmpty && (fields + words.keys).allSatisfy(\.isInSummaries)
            ? BookSummary.self : Book.self
        guard let title else { return .words(of: searchedWords, in: type, folding: folding) }
        return .text(folding(title.tidied), member: "title", of: type)
    }
}

extension LibrarySnapshot {
    public var books: [Book] { entities(of: Book.self) }
}
