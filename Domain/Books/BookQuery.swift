/// Which books to see, in which order: a plain value with the same result for every store.
public struct BookQuery: Hashable, Sendable {
    /// Words that must all occur, each anywhere in the title, the authors or the shelves.
    public var text: String
    /// The whole title.
    public var title: String?
    /// The accepted statuses; empty for any.
    public var statuses: [ReadingStatus] = []
    public var ratings: ClosedRange<Rating>?
    /// The day a book was added.
    public var added: DayFilter?
    /// The day a book was finished.
    public var finished: DayFilter?
    /// The name of a shelf that the book is on.
    public var shelf: String?
    /// Words that must all occur in the name of one author.
    public var author: String?
    /// Details that the book must have. All words of each text must occur in the book's detail of that name.
    public var details = BookDetails()
    public var favoritesOnly = false
    public var lentOnly = false
    public var sort = BookSort.title
    /// Reverses the order; books that tie stay in the order of their titles, authors and identifiers.
    public var isReversed = false
    /// How many of the found books to skip.
    public var offset = 0
    /// The largest number of books to return; nil for all.
    public var limit: Int?
    /// Whether the rows may be summaries, which a large library is read for in less than half the time.
    public var acceptsSummaries = false

    /// A query for `text`; `conditions` sets further ones.
    public init(text: String = "", _ conditions: (inout BookQuery) -> Void = { _ in }) {
        self.text = text
        conditions(&self)
    }

    /// The page of `library` that this query describes. It ignores case and accents, as `folding` defines them.
    public func page(of library: LibrarySnapshot, folding: TextFolding) -> BookPage {
        let filter = BookFilter(self, library: library, folding: folding)
        let found = library.listedBooks.filter { filter.includes($0) && filter.matches($0.searchedText(folding)) }
        return page(ofSorted: sort.sorted(found, isReversed: isReversed, folding: folding), in: library)
    }

    /// The page of the found books, which are in order.
    func page(ofSorted found: [BookListing], in library: LibrarySnapshot) -> BookPage {
        let page = found.dropFirst(max(0, offset)).prefix(max(0, limit ?? .max))
        return BookPage(rows: library.lent(page), total: found.count)
    }
}

/// A part of the books that a query finds.
public struct BookPage: Hashable, Sendable {
    public let rows: [BookListing]
    /// How many books were found, on this page and all others.
    public let total: Int
}

/// The conditions of a query, prepared once for many books.
struct BookFilter {
    private let query: BookQuery
    private let folding: TextFolding
    private let words: [SearchWord]
    private let title: String?
    private let authorWords: [SearchWord]
    private let shelf: String?
    private let details: [(name: DetailName, words: [SearchWord])]
    private let lent: Set<Book.ID>

    init(_ query: BookQuery, library: LibrarySnapshot, folding: TextFolding) {
        self.query = query
        self.folding = folding
        self.words = SearchWord.words(of: query.text, folding: folding)
        self.title = query.title.map { folding($0.tidied) }
        self.authorWords = SearchWord.words(of: query.author ?? "", folding: folding)
        self.shelf = query.shelf.map { folding($0.tidied) }
        self.details = query.details.all.map { ($0.name, SearchWord.words(of: $0.text, folding: folding)) }
        self.lent = query.lentOnly ? Set(library.openLoans.keys) : []
    }

    /// Whether all words of the query's text occur in `text`, a book's `searchedText`.
    func matches(_ text: @autoclosure () -> String) -> Bool {
        if words.isEmpty { return true }
        let text = text()
        return words.allSatisfy { $0.occurs(in: text) }
    }

    /// Whether the book meets all conditions but the words.
    func includes(_ listing: BookListing) -> Bool {
        let book = listing.fields
        if query.favoritesOnly, !book.draft.isFavorite { return false }
        if !query.statuses.isEmpty, !query.statuses.contains(book.draft.status) { return false }
        if let ratings = query.ratings, book.draft.rating.map(ratings.contains) != true { return false }
        if let added = query.added, !added.includes(book.added) { return false }
        if let finished = query.finished, !finished.includes(book.draft.finished) { return false }
        if query.lentOnly, !lent.contains(listing.id) { return false }
        if let title, folding(book.draft.title) != title { return false }
        if let shelf, !book.draft.shelves.contains(where: { folding($0) == shelf }) { return false }
        if query.author != nil, !book.draft.authors.contains(where: isWantedAuthor) { return false }
        for (name, words) in details {
            guard let text = book.draft.details[name].map({ folding($0) }), words.allSatisfy({ $0.occurs(in: text) })
            else { return false }
        }
        return true
    }

    private func isWantedAuthor(_ name: String) -> Bool {
        let name = folding(name)
        return authorWords.allSatisfy { $0.occurs(in: name) }
    }
}

extension Book {
    /// Its title and authors, folded, each on a line of its own: a word has no line feed, so it occurs in one of them.
    func work(folding: TextFolding) -> String {
        folding(([title] + authors).joined(separator: "\n"))
    }
}

extension BookListing {
    /// What a search for words looks at: in the same form, the title, the authors and the shelves.
    func searchedText(_ folding: TextFolding) -> String {
        folding(([draft.title] + draft.authors + draft.shelves).joined(separator: "\n"))
    }
}
