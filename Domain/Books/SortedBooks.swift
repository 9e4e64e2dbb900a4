/// All books of a library, for searching it again and again: sorted once, and their texts folded once.
public struct SortedBooks: Sendable {
    private let library: LibrarySnapshot
    private let query: BookQuery
    private let folding: TextFolding
    private let books: [BookListing]
    private let texts: [String]

    /// The books of `library` in the order of `query`, with the texts of the fields that it searches.
    public init(_ library: LibrarySnapshot, inOrderOf query: BookQuery, folding: TextFolding) {
        (self.library, self.query, self.folding) = (library, query, folding)
        books = query.sort.sorted(library.listedBooks, isReversed: query.isReversed, folding: folding)
        texts = books.map { $0.searchedText(folding, in: query.fields) }
    }

    /// Whether `page` takes the query: one of this order and these fields.
    public func takes(_ other: BookQuery) -> Bool {
        (query.sort, query.isReversed, query.fields) == (other.sort, other.isReversed, other.fields)
    }

    /// The page that `query` describes.
    public func page(_ query: BookQuery) -> BookPage {
        let filter = BookFilter(query, library: library, folding: folding)
        // The words come first: most searches exclude most books, and looking at a book costs more than at its text.
        let found = books.indices.filter { filter.matches(texts[$0], of: books[$0].id) && filter.includes(books[$0]) }
        let ordered = filter.titlesFirst(found) { texts[$0] }
        return query.page(ofSorted: ordered.map { books[$0] }, in: library, filter)
    }
}
