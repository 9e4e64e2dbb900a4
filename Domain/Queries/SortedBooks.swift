/// All books of a library, for a list that is searched with every key: sorted once, and their texts folded once.
public struct SortedBooks: Sendable {
    private let sort: BookSort
    private let isReversed: Bool
    private let folding: TextFolding
    private let rows: [BookListing]
    private let texts: [String]

    /// The books of `library` in the order of `query`, whatever its conditions.
    public init(_ library: LibrarySnapshot, inOrderOf query: BookQuery, folding: TextFolding) {
        sort = query.sort
        isReversed = query.isReversed
        self.folding = folding
        rows = sort.sorted(library.listings, isReversed: isReversed, folding: folding)
        texts = rows.map { $0.book.searchedText(folding) }
    }

    public func isInOrder(of query: BookQuery) -> Bool {
        query.sort == sort && query.isReversed == isReversed
    }

    /// The page that `query` describes, in this order.
    public func page(_ query: BookQuery) -> BookPage {
        let filter = BookFilter(query, folding: folding)
        // The words come first: most searches exclude most books, and looking at a row costs more than at its text.
        let found = rows.indices.filter { filter.hasWords(in: texts[$0]) && filter.includes(rows[$0]) }
        return query.page(of: found.map { rows[$0] })
    }
}
