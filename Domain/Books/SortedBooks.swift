/// All books of a library, for searching it again and again: they are sorted once for each order, and their texts folded
/// once for each choice of fields.
public struct SortedBooks: Sendable {
    private let library: LibrarySnapshot
    private let folding: TextFolding
    /// By title; with those who have them.
    private let books: [BookListing]
    /// The positions of the books, by whether they are reversed and the sort.
    private var orders: [Bool: [BookSort: [Int]]] = [:]
    /// The folded texts of the books.
    private var texts: [[BookField]: [String]] = [:]

    public init(_ library: LibrarySnapshot, folding: TextFolding) {
        (self.library, self.folding) = (library, folding)
        books = BookSort.byTitle(library.withHolders(library.listedBooks), folding: folding)
    }

    /// Makes what the pages of this and other queries of its order and fields need, so that each takes much less time.
    public mutating func prepare(for query: BookQuery) {
        orders[query.isReversed, default: [:]][query.sort] = order(of: query)
        texts[query.fields] = texts(of: query)
    }

    /// The page that `query` describes.
    public func page(_ query: BookQuery) -> BookPage {
        let filter = BookFilter(query, library: library, folding: folding)
        let texts = texts(of: query)
        // The words come first: most searches exclude most books, and looking at a book costs more than at its text.
        let found = order(of: query).filter {
            filter.matches(texts[$0], of: books[$0].id) && (!filter.looksAtBooks || filter.includes(books[$0]))
        }
        let all = filter.titlesFirst(found) { texts[$0] }
        return BookPage(rows: BookRows(books, at: query.slice(of: all), filter.fieldSearch), total: all.count)
    }

    private func order(of query: BookQuery) -> [Int] {
        orders[query.isReversed]?[query.sort]
            ?? query.sort.positions(in: books, isReversed: query.isReversed, folding: folding)
    }

    private func texts(of query: BookQuery) -> [String] {
        texts[query.fields] ?? books.map { $0.searchedText(folding, in: query.fields) }
    }
}
