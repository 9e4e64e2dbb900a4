/// Adds the books of another program's list, except those that the library already has.
///
/// Two books are the same if they have the same identifier, the same ISBN, or the same title and authors, ignoring case
/// and accents, and at least one of them has no ISBN. So importing the same list again adds nothing.
public struct ImportBooks: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) {
        self.context = context
    }

    /// Returns what became of `rows`. With `dryRun` it adds nothing and returns what would become of them.
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
        var known = KnownBooks(folding: context.folding)
        var start = 0
        while start < rows.count, !Task.isCancelled {
            let rest = rows[start...].prefix(max(1, context.library.batchSize))
            let batch = try await add(rest, to: known, today: today, dryRun: dryRun)
            report.append(batch.report)
            known.append(batch.known)
            start += rest.count
            await progress(start)
        }
        return report
    }

    /// Adds the books that the library lacks, in one unit of work, which reads only what has changed since `known`.
    private func add(
        _ rows: ArraySlice<ImportRow>, to known: KnownBooks, today: Day, dryRun: Bool
    ) async throws(LibraryError) -> (report: ImportReport, known: KnownBooks) {
        let rows = rows.map { row in (row: row, newID: context.newID() as Book.ID) }
        return try await context.library.perform { unit throws(LibraryError) in
            let news = try await unit.books.news(since: known.mark)
            // After a removal or an edit, only reading all books tells which are known.
            let isReset = !news.isComplete && !known.isOnlyExtended(by: news)
            let present = isReset ? try await unit.books.news(since: nil) : news
            var batch = KnownBooks(over: known, with: present)
            var report = ImportReport()
            var new: [Book] = []
            for (row, newID) in rows {
                if let book = report.note(row, newID: newID, today: today, known: &batch) { new.append(book) }
            }
            if !dryRun, !new.isEmpty { try await unit.books.save(new) }
            if dryRun { batch.imagined += new }
            return (report, batch.alone)
        }
    }
}

extension ImportReport {
    /// Records what becomes of `row`, and returns the book to add, if any.
    fileprivate mutating func note(
        _ row: ImportRow, newID: Book.ID, today: Day, known: inout KnownBooks
    ) -> Book? {
        switch row.content {
        case .failure(let reason):
            rejected.append(Rejection(line: row.line, reason: reason))
            return nil
        case .success(let draft):
            let book: Book
            do {
                book = try Book(id: row.id ?? newID, draft: draft, added: today)
            } catch {
                rejected.append(Rejection(line: row.line, reason: .book(error)))
                return nil
            }
            warnings += row.warnings.map { Warning(line: row.line, warning: $0) }
            guard !known.contains(book) else {
                skipped += 1
                return nil
            }
            known.insert(book)
            added += 1
            return book
        }
    }

    /// Appends the report of the following rows.
    fileprivate mutating func append(_ next: ImportReport) {
        added += next.added
        skipped += next.skipped
        rejected += next.rejected
        warnings += next.warnings
    }
}

/// The books that are not added again, because they are in the library or stood earlier in the list.
///
/// A unit of work keeps what it learns on top of what earlier units knew. Copying everything for each unit would take
/// time proportional to the square of the list's length.
private struct KnownBooks {
    private let folding: TextFolding
    /// The moment at which the library was last read.
    private(set) var mark: RepositoryMark?
    /// What a dry run would have added.
    var imagined: [Book] = []
    private var books: [Book.ID: Book] = [:]
    private var isbns: Set<ISBN> = []
    /// The title and authors of every known book, and whether any book with these has no ISBN.
    private var works: [String: Bool] = [:]
    /// What earlier units of work knew; empty once that is outdated.
    private var earlier: [KnownBooks] = []
    private var replacesEarlier = false

    init(folding: TextFolding) {
        self.folding = folding
    }

    /// What `earlier` knows, brought up to date with `news`.
    init(over earlier: KnownBooks, with news: RepositoryNews<Book>) {
        folding = earlier.folding
        mark = news.mark
        if news.isComplete {
            replacesEarlier = true
            imagined = earlier.imagined
            imagined.forEach { insert($0) }
        } else {
            self.earlier = [earlier]
        }
        for book in news.saved where !isIdentified(book) { insert(book) }
    }

    /// Whether `news` only adds books.
    func isOnlyExtended(by news: RepositoryNews<Book>) -> Bool {
        news.deleted.isEmpty && news.saved.allSatisfy { books[$0.id] == nil || books[$0.id] == $0 }
    }

    func contains(_ book: Book) -> Bool {
        if isIdentified(book) { return true }
        if let isbn = book.isbn, has(isbn) { return true }
        guard let oneWithoutISBN = has(work: work(of: book)) else { return false }
        return book.isbn == nil || oneWithoutISBN
    }

    mutating func insert(_ book: Book) {
        books[book.id] = book
        if let isbn = book.isbn { isbns.insert(isbn) }
        let work = work(of: book)
        works[work] = works[work] == true || book.isbn == nil
    }

    /// This without `earlier`, which can grow in place only while nothing else refers to it.
    var alone: KnownBooks {
        var alone = self
        alone.earlier = []
        return alone
    }

    /// Adds what the next unit of work learned on top of this.
    mutating func append(_ next: KnownBooks) {
        if next.replacesEarlier {
            self = next
            replacesEarlier = false
            return
        }
        mark = next.mark
        imagined += next.imagined
        books.merge(next.books) { _, later in later }
        isbns.formUnion(next.isbns)
        works.merge(next.works) { $0 || $1 }
    }

    private func isIdentified(_ book: Book) -> Bool {
        books[book.id] != nil || earlier.contains { $0.isIdentified(book) }
    }

    private func has(_ isbn: ISBN) -> Bool {
        isbns.contains(isbn) || earlier.contains { $0.has(isbn) }
    }

    /// Whether a known book with that title and those authors has no ISBN; nil if no known book has them.
    private func has(work: String) -> Bool? {
        let found = [works[work]] + earlier.map { $0.has(work: work) }
        return found.compactMap(\.self).reduce(nil) { $0 == true || $1 }
    }

    private func work(of book: Book) -> String {
        folding(([book.title] + book.authors).joined(separator: "\n"))
    }
}
