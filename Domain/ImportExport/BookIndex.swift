/// The books that were known earlier, and those learned since, which take precedence.
struct LayeredBooks {
    let earlier: BookIndex
    var learned: BookIndex

    subscript(id: Book.ID) -> Book? { learned.books[id] ?? earlier.books[id] }

    subscript(isbn: ISBN) -> Book? {
        (learned.isbns[isbn] ?? earlier.isbns[isbn]).flatMap { self[$0] }.flatMap { $0.isbn == isbn ? $0 : nil }
    }

    /// The books with that title and those authors, folded.
    func books(_ work: String) -> [Book] {
        var ids = learned.works[work] ?? []
        for id in earlier.works[work] ?? [] where learned.books[id] == nil { ids.append(id) }
        return ids.compactMap { self[$0] }
    }

    /// The books that have that source, ordered by identifier.
    func books(_ source: BookSource) -> [Book] {
        let ids = Set(learned.sources[source] ?? []).union(earlier.sources[source] ?? [])
        return ids.compactMap { self[$0] }.filter { $0.sources.all.contains(source) }.sorted { $0.id < $1.id }
    }
}

/// Books, indexed by everything that makes two of them the same.
struct BookIndex {
    private let folding: TextFolding
    /// Whether it is also by sources.
    private let hasSources: Bool
    private(set) var books: [Book.ID: Book] = [:]
    private(set) var isbns: [ISBN: Book.ID] = [:]
    /// By title and authors, folded.
    private(set) var works: [String: [Book.ID]] = [:]
    private(set) var sources: [BookSource: [Book.ID]] = [:]

    init(folding: TextFolding, hasSources: Bool) {
        (self.folding, self.hasSources) = (folding, hasSources)
    }

    /// An empty index of the same kind.
    var emptied: BookIndex { BookIndex(folding: folding, hasSources: hasSources) }

    /// Whether `news` only adds books.
    func isOnlyExtended(by news: RepositoryNews<Book>) -> Bool {
        news.deleted.isEmpty && news.saved.allSatisfy { books[$0.id] == nil || books[$0.id] == $0 }
    }

    mutating func insert(_ book: Book) {
        remove(book.id)
        books[book.id] = book
        if let isbn = book.isbn { isbns[isbn] = book.id }
        works[book.work(folding: folding), default: []].append(book.id)
        if hasSources { for source in book.sources.all { sources[source, default: []].append(book.id) } }
    }

    mutating func merge(_ other: BookIndex) {
        for id in other.books.keys { remove(id) }
        books.merge(other.books) { _, later in later }
        isbns.merge(other.isbns) { _, later in later }
        works.merge(other.works, uniquingKeysWith: +)
        sources.merge(other.sources, uniquingKeysWith: +)
    }

    private mutating func remove(_ id: Book.ID) {
        guard let old = books.removeValue(forKey: id) else { return }
        if let isbn = old.isbn, isbns[isbn] == id { isbns[isbn] = nil }
        works[old.work(folding: folding)]?.removeAll { $0 == id }
        if hasSources { for source in old.sources.all { sources[source]?.removeAll { $0 == id } } }
    }
}

extension Book {
    /// Its title and authors, folded, each on a line of its own.
    func work(folding: TextFolding) -> String { folding(names.joined(separator: "\n")) }
}
