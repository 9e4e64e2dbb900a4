/// Adds the books of another program's list, except those that the library already has.
///
/// Two books are the same if they have the same identifier, the same ISBN, or the same title and authors, ignoring case
/// and accents, and at least one of them has no ISBN. So importing the same list again adds nothing.
public struct ImportBooks: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) {
        self.context = context
    }

    /// Returns a report on `rows`. With `dryRun` it adds nothing and returns the same report.
    ///
    /// A long list is added in several units of work; after each, `progress` is called with the number of rows done. If
    /// the task is cancelled or a unit fails, the units before it are kept, and importing the list again adds the rest.
    ///
    /// Throws `LibraryError.store`.
    public func callAsFunction(
        _ rows: [ImportRow], dryRun: Bool = false, progress: (Int) async -> Void = { _ in }
    ) async throws(LibraryError) -> ImportReport {
        let today = context.today()
        var report = ImportReport()
        var known = KnownBooks(all: BookIndex(folding: context.folding), planned: BookIndex(folding: context.folding))
        var start = 0
        while start < rows.count, !Task.isCancelled {
            let batch = rows[start...].prefix(max(1, context.library.batchSize))
            let books = batch.compactMap { report.book(in: $0, newID: context.newID(), added: today) }
            let unit = try await add(books, lackingIn: known, dryRun: dryRun)
            known.mark = unit.news.mark
            if unit.news.isComplete { known.all = known.planned }
            known.all.merge(unit.learned)
            if dryRun { unit.added.forEach { known.planned.insert($0) } }
            report.added += unit.added.count
            report.skipped += books.count - unit.added.count
            start += batch.count
            await progress(start)
        }
        return report
    }

    /// The books that earlier units of work found in the library or added.
    private struct KnownBooks {
        /// The moment at which the library was last read.
        var mark: RepositoryMark?
        var all: BookIndex
        /// Those that a dry run would have added. Reading the library anew doesn't find them.
        var planned: BookIndex
    }

    /// The result of one unit of work. The unit may run more than once, so it must not extend `KnownBooks` itself; a copy
    /// of that for each unit would take quadratic time.
    private struct Unit {
        let news: RepositoryNews<Book>
        /// The books of `news` and `added` that were not known.
        let learned: BookIndex
        let added: [Book]
    }

    /// Adds the books that the library lacks, in one unit of work. It reads only what has changed since the last one.
    private func add(
        _ books: [Book], lackingIn known: KnownBooks, dryRun: Bool
    ) async throws(LibraryError) -> Unit {
        let work = { @Sendable (unit: UnitOfWork) async throws(LibraryError) -> Unit in
            var news = try await unit.books.news(since: known.mark)
            // After a removal or an edit, some known books are gone, so all books are read again.
            if !news.isComplete, !known.all.isOnlyExtended(by: news) { news = try await unit.books.news(since: nil) }
            let earlier = news.isComplete ? known.planned : known.all
            var learned = BookIndex(folding: context.folding)
            for book in news.saved where earlier[book.id] == nil { learned.insert(book) }
            var added: [Book] = []
            for book in books where !earlier.contains(book) && !learned.contains(book) {
                learned.insert(book)
                added.append(book)
            }
            if !dryRun, !added.isEmpty { try await unit.books.save(added) }
            return Unit(news: news, learned: learned, added: added)
        }
        // A unit of work of a file takes a lock, for which it creates the folder.
        return dryRun ? try await work(context.library) : try await context.library.perform(work)
    }
}

extension ImportReport {
    /// The book that `row` describes. Records the warnings of the row; or, and then returns nil, why it is rejected.
    fileprivate mutating func book(in row: ImportRow, newID: Book.ID, added: Day) -> Book? {
        do {
            let draft = try row.content.get()
            let book = try mapError(RejectionReason.book, Book(id: row.id ?? newID, draft: draft, added: added))
            warnings += row.warnings.map { Warning(line: row.line, warning: $0) }
            return book
        } catch {
            rejected.append(Rejection(line: row.line, reason: error))
            return nil
        }
    }
}

/// Books, indexed by everything that makes two of them the same.
private struct BookIndex {
    private let folding: TextFolding
    private var books: [Book.ID: Book] = [:]
    private var isbns: Set<ISBN> = []
    /// The title and authors of every book, and whether any book with these has no ISBN.
    private var works: [String: Bool] = [:]

    init(folding: TextFolding) {
        self.folding = folding
    }

    subscript(id: Book.ID) -> Book? { books[id] }

    /// Whether `news` only adds books.
    func isOnlyExtended(by news: RepositoryNews<Book>) -> Bool {
        news.deleted.isEmpty && news.saved.allSatisfy { books[$0.id] == nil || books[$0.id] == $0 }
    }

    /// Whether one of these books is the same as `book`.
    func contains(_ book: Book) -> Bool {
        if books[book.id] != nil { return true }
        if let isbn = book.isbn, isbns.contains(isbn) { return true }
        guard let oneWithoutISBN = works[work(of: book)] else { return false }
        return book.isbn == nil || oneWithoutISBN
    }

    mutating func insert(_ book: Book) {
        books[book.id] = book
        if let isbn = book.isbn { isbns.insert(isbn) }
        let work = work(of: book)
        works[work] = works[work] == true || book.isbn == nil
    }

    mutating func merge(_ other: BookIndex) {
        books.merge(other.books) { _, later in later }
        isbns.formUnion(other.isbns)
        works.merge(other.works) { $0 || $1 }
    }

    private func work(of book: Book) -> String {
        folding(([book.title] + book.authors).joined(separator: "\n"))
    }
}
