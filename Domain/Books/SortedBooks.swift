/// All books of a library, for searching it again and again: sorted once, and their texts folded once.
public struct SortedBooks: Sendable {
    private let library: LibrarySnapshot
    private let sort: BookSort
    private let isReversed: Bool
    private let folding: TextFolding
    private let books: [BookListing]
    private let texts: [String]

    /// The books of `library` in the order of `query`, whatever its conditions.
    public init(_ library: LibrarySnapshot, inOrderOf query: BookQuery, folding: TextFolding) {
        self.library = library
        self.folding = folding
        sort = query.sort
        isReversed = query.isReversed
        books = sort.sorted(library.listedBooks, isReversed: isReversed, folding: folding)
        texts = books.map { $0.searchedText(folding) }
    }

    public func isInOrder(of query: BookQuery) -> Bool {
        query.sort == sort && query.isReversed == isReversed
    }

    /// The page that `query` describes; it must ask for this order.
    public func page(_ query: BookQuery) -> BookPage {
        let filter = BookFilter(query, library: library, folding: folding)
        // The words come first: most searches exclude most books, and looking at a book costs more than at its text.
        let found = books.indices.filter { filter.matches(texts[$0]) && filter.includes(books[$0]) }
        return query.page(ofSorted: found.map { books[$0] }, in: library)
    }
}
