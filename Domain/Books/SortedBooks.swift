/// All books of a library, for searching it again and again: sorted once, and their texts folded once.
public struct SortedBooks: Sendable {
    private let library: LibrarySnapshot
    private let sort: BookSort
    private let isReversed: Bool
    private let fields: [BookField]
    private let folding: TextFolding
    private let books: [BookListing]
    private let texts: [String]

    /// The books of `library` in the order of `query`, with the texts of the fields that it searches.
    public init(_ library: LibrarySnapshot, inOrderOf query: BookQuery, folding: TextFolding) {
        self.library = library
        self.folding = folding
        sort = query.sort
        isReversed = query.isReversed
        fields = query.fields
        books = sort.sorted(library.listedBooks, isReversed: isReversed, folding: folding)
        texts = books.map { $0.searchedText(folding, in: query.fields) }
    }

    /// Whether `page` takes the query: one of this order and these fields.
    public func takes(_ query: BookQuery) -> Bool {
        query.sort == sort && query.isReversed == isReversed && query.fields == fields
    }

    /// The page that `query` describes.
    public func page(_ query: BookQuery) -> BookPage {
        let filter = BookFilter(query, library: library, folding: folding)
        // The words come first: most searches exclude most books, and looking at a book costs more than at its text.
        let found = books.indices.filter { filter.matches(texts[$0]) && filter.includes(books[$0]) }
        let ordered = filter.titlesFirst(found) { texts[$0] }
        return query.page(ofSorted: ordered.map { books[$0] }, in: library, filter)
    }
}
