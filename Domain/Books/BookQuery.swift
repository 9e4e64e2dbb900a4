/// Which books to see, in which order: a plain value with the same result for every store. A book must meet all conditions.
public struct BookQuery: Hashable, Sendable {
    /// Words that must all occur, each anywhere in the fields.
    public var text: String
    /// The fields in which the words are looked for; the rows say where they are. Empty for the title, the authors and the
    /// shelves.
    public var fields: [BookField] = []
    /// Whether a word may also be in the name of the person who has the book.
    public var findsHolders = false
    /// The whole title.
    public var title: String?
    /// For a field, words that must all occur in it.
    public var words: [BookField: String] = [:]
    /// The accepted statuses; empty for any.
    public var statuses: [ReadingStatus] = []
    public var ratings: [ValueFilter<Rating>] = []
    /// The day a book was added.
    public var added: [ValueFilter<Day>] = []
    /// The day a book was finished.
    public var finished: [ValueFilter<Day>] = []
    /// The day a book that is lent is due.
    public var due: [ValueFilter<Day>] = []
    /// The names of shelves; the book is on all of them.
    public var shelves: [String] = []
    /// For each text, its words must all occur in the name of one author.
    public var authors: [String] = []
    /// Details that the book must have. All words of each text must occur in the book's detail of that name.
    public var details: [BookDetail] = []
    /// For each text, its words must all occur in the name of the person who has the book.
    public var holders: [String] = []
    public var favoritesOnly = false
    public var lentOnly = false
    public var sort = BookSort.title
    /// Reverses the order; books that tie stay in the order of their titles, authors and identifiers.
    public var isReversed = false
    /// Whether the titles that the text names come first: those that are the text, those that begin with it, and those in
    /// which each searched word begins a word of the title. Within each group, and after them, the order is that of `sort`.
    public var hasTitlesFirst = false
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
        let found = library.listedBooks.filter {
            filter.includes($0) && filter.matches($0.searchedText(folding, in: fields), of: $0.id)
        }
        let byTitle = BookSort.byTitle(found, folding: folding)
        let sorted = sort.positions(in: byTitle, isReversed: isReversed, folding: folding)
        let all = filter.titlesFirst(sorted) { byTitle[$0].searchedText(folding, in: fields) }
        let page = library.withHolders(slice(of: all).map { byTitle[$0] })
        return BookPage(rows: BookRows(page, at: Array(page.indices)[...], filter.fieldSearch), total: all.count)
    }

    /// The positions on this page of all that were found.
    func slice(of positions: [Int]) -> ArraySlice<Int> {
        positions.dropFirst(max(0, offset)).prefix(max(0, limit ?? .max))
    }

    /// Whether a condition is about who has a book.
    var needsHolders: Bool { lentOnly || !due.isEmpty || !holders.isEmpty || looksForHolders }

    fileprivate var looksForHolders: Bool { findsHolders && !text.isBlank }

    /// The words, as books have them: an ISBN in thirteen digits.
    var searchedWords: String { fields.contains(.isbn) ? Self.words(text, in: .isbn) : text }

    fileprivate static func words(_ text: String, in field: BookField) -> String {
        field == .isbn ? (try? ISBN(text)).map { "\($0)" } ?? text : text
    }
}

/// A part of the books that a query finds.
public struct BookPage: Equatable, Sendable {
    public let rows: BookRows
    /// How many books were found, on this page and all others.
    public let total: Int
}

/// The conditions of a query, prepared once for many books.
struct BookFilter {
    private let query: BookQuery
    private let folding: TextFolding
    /// Whether there are conditions besides the words, so that the books themselves have to be looked at.
    let looksAtBooks: Bool
    private let words: [SearchWord]
    private let title: String?
    private let authors: [[SearchWord]]
    private let shelves: [String]
    private let details: [(name: DetailName, words: [SearchWord])]
    private let fieldWords: [(field: BookField, words: [SearchWord])]
    private let holderWords: [[SearchWord]]
    private let holders: [Book.ID: BookHolder]
    /// The folded names of holders that have one of the words, by the books that they have.
    private let namesFound: [Book.ID: String]

    init(_ query: BookQuery, library: LibrarySnapshot, folding: TextFolding) {
        self.query = query
        self.folding = folding
        var rest = query
        (rest.text, rest.fields, rest.findsHolders) = ("", [], false)
        (rest.sort, rest.isReversed, rest.hasTitlesFirst) = (.title, false, false)
        (rest.offset, rest.limit, rest.acceptsSummaries) = (0, nil, false)
        looksAtBooks = rest != BookQuery()
        let words = SearchWord.words(of: query.searchedWords, folding: folding)
        self.words = words
        self.title = query.title.map { folding($0.tidied) }
        self.authors = query.authors.map { SearchWord.words(of: $0, folding: folding) }
        self.shelves = query.shelves.map { folding($0.tidied) }
        self.details = query.details.map { ($0.name, SearchWord.words(of: $0.text, folding: folding)) }
        self.fieldWords = query.words.map { ($0, SearchWord.words(of: BookQuery.words($1, in: $0), folding: folding)) }
        self.holderWords = query.holders.map { SearchWord.words(of: $0, folding: folding) }
        holders = query.needsHolders ? library.derived(BookHolder.self) : [:]
        namesFound =
            query.looksForHolders
            ? holders.compactMapValues { holder in
                let name = folding(holder.name)
                return words.contains { $0.occurs(in: name) } ? name : nil
            } : [:]
    }

    /// Whether all words of the query's text occur in `text`, the book's `searchedText`, or where else the query looks.
    func matches(_ text: @autoclosure () -> String, of book: Book.ID) -> Bool {
        if words.isEmpty { return true }
        let text = text()
        if words.occur(in: text) { return true }
        guard let name = namesFound[book] else { return false }
        return words.occur(in: "\(text)\n\(name)")
    }

    /// The books as `BookQuery.hasTitlesFirst` has them, if the query does; `text` is a book's `searchedText`.
    func titlesFirst(_ books: [Int], text: (Int) -> String) -> [Int] {
        guard query.hasTitlesFirst, !words.isEmpty else { return books }
        let wanted = Array(folding(query.text.tidied).utf8)
        var groups: [[Int]] = [[], [], [], []]
        for book in books {
            var text = text(book)
            let group = text.withUTF8 { text in
                // The title is the first line.
                let title = text.prefix { $0 != UInt8(ascii: "\n") }
                if title.starts(with: wanted) { return title.count == wanted.count ? 0 : 1 }
                return words.beginWords(of: title) ? 2 : 3
            }
            groups[group].append(book)
        }
        return Array(groups.joined())
    }

    /// Finds where the words occur; nil for the usual fields.
    var fieldSearch: FieldSearch? {
        query.fields.isEmpty && !query.findsHolders
            ? nil : FieldSearch(words, in: query.fields, alsoHolders: query.findsHolders, folding)
    }

    /// Whether the book meets all conditions but the words.
    func includes(_ listing: BookListing) -> Bool {
        let book = listing.fields
        if query.favoritesOnly, !book.draft.isFavorite { return false }
        if !query.statuses.isEmpty, !query.statuses.contains(book.draft.status) { return false }
        for ratings in query.ratings where !ratings.includes(book.draft.rating) { return false }
        for added in query.added where !added.includes(book.added) { return false }
        for finished in query.finished where !finished.includes(book.draft.finished) { return false }
        if query.needsHolders {
            let holder = holders[listing.id]
            if query.lentOnly, holder == nil { return false }
            for due in query.due where !due.includes(holder?.due) { return false }
            for words in holderWords where !words.occur(in: holder.map { folding($0.name) } ?? "") { return false }
        }
        if let title, folding(book.draft.title) != title { return false }
        for shelf in shelves where !book.draft.shelves.contains(where: { folding($0) == shelf }) { return false }
        for words in authors where !book.draft.authors.contains(where: { words.occur(in: folding($0)) }) {
            return false
        }
        for (field, words) in fieldWords where !words.occur(in: listing.searchedText(folding, in: [field])) {
            return false
        }
        for (name, words) in details where book.draft.details[name].map({ words.occur(in: folding($0)) }) != true {
            return false
        }
        return true
    }
}

extension Book {
    /// Its title and authors, folded, each on a line of its own: a word has no line feed, so it occurs in one of them.
    func work(folding: TextFolding) -> String {
        folding(names.joined(separator: "\n"))
    }
}
