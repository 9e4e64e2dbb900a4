/// Adds the books of a list and, if asked to, updates those that the library already has.
///
/// `ImportGroups` says which rows describe one book. A book of the list is the book of the library that has its
/// identifier, or else its ISBN. If there is none, and the list gives it no identifier, it may be a book of the library
/// with its title and authors, unless both have an ISBN or several books could be meant: `plan` decides. So importing
/// the list again adds nothing, unless a row was rejected for an ISBN that another row's update has freed since.
public struct ImportBooks: Sendable {
    private let context: UseCaseContext

    public init(_ context: UseCaseContext) { self.context = context }

    /// Returns a report on `rows`. Books of the library change only with `updates`: see `BookDraft.update`. With
    /// `dryRun` nothing changes, and the report is the same.
    ///
    /// A long list takes several units of work. `progress` is called before the first and after each, with the number
    /// of rows done. Rows that are no books, and those rejected before the first unit, are done with that unit; without
    /// any unit, they are done at once.
    ///
    /// If the task is cancelled or a unit fails, the earlier units are kept, and importing the list again adds the
    /// rest. After a cancellation between units, the report covers the rows done, with the warnings of all rows; a
    /// cancellation during a unit may throw.
    ///
    /// Throws `LibraryError.store`.
    public func callAsFunction(
        _ rows: [ImportRow], updates: Bool = false, dryRun: Bool = false, progress: (Int) async -> Void = { _ in }
    ) async throws(LibraryError) -> BookImportReport {
        let list = ImportGroups(rows, context: context)
        var report = BookImportReport()
        report.warnings = list.warnings.sorted { $0.line < $1.line }
        for row in list.others { report.add(row) }
        var done = list.others.count
        await progress(list.groups.isEmpty ? done : 0)
        var known = known(list.groups)
        var start = 0
        let largestUnit = max(1, context.library.batchSize)
        var unitSize = largestUnit
        while start < list.groups.count, !Task.isCancelled {
            let batch = list.groups[start...].prefix(unitSize)
            let unit: Unit
            do throws(LibraryError) {
                unit = try await perform(batch, updates: updates, dryRun: dryRun, known: known)
            } catch {
                // Large books may exceed what fits into one unit of a cluster.
                guard case .store(.tooLarge) = error, batch.count > 1 else { throw error }
                unitSize = batch.count / 2
                continue
            }
            known.mark = unit.news.mark
            if unit.news.isComplete { known.books = BookIndex(folding: context.folding) }
            known.books.merge(unit.learned)
            if dryRun { known.planned += unit.saved }
            for (group, outcome) in zip(batch, unit.outcomes) { report.add(outcome, of: group) }
            start += batch.count
            unitSize = unitSize < largestUnit / 2 ? unitSize * 2 : largestUnit
            done += batch.reduce(0) { $0 + $1.rows.count }
            await progress(done)
        }
        report.rows.sort { $0.line < $1.line }
        return report
    }
}

extension ImportBooks {
    /// What is known of the library between two units of work.
    private struct KnownBooks {
        /// The moment at which the library was last read.
        var mark: RepositoryMark?
        var books: BookIndex
        /// The books that a dry run would have saved. Reading the library again doesn't find them.
        var planned: [Book] = []
        /// The identifiers and ISBNs of the list. A book of the library that has one of them matches no other book of
        /// the list by its title.
        let ids: Set<Book.ID>
        let isbns: Set<ISBN>
    }

    /// The result of one unit of work. The unit may run more than once, so it must not extend `KnownBooks` itself; a
    /// copy of that for each unit would take quadratic time.
    private struct Unit {
        let news: RepositoryNews<Book>
        /// The books of `news`, and those that were saved.
        let learned: BookIndex
        let saved: [Book]
        /// Nil for a book that was simply added.
        let outcomes: [BookImportReport.Outcome?]
    }

    private func known(_ groups: [ImportGroup]) -> KnownBooks {
        KnownBooks(
            books: BookIndex(folding: context.folding), ids: Set(groups.map(\.book.id)),
            isbns: Set(groups.compactMap(\.book.isbn)))
    }

    /// Saves these books, in one unit of work. It reads only what has changed since the last one.
    private func perform(
        _ groups: ArraySlice<ImportGroup>, updates: Bool, dryRun: Bool, known: KnownBooks
    ) async throws(LibraryError) -> Unit {
        let work: @Sendable (UnitOfWork) async throws(LibraryError) -> Unit = { unit throws(LibraryError) in
            var news = try await unit.books.news(since: known.mark)
            // After a removal or an edit by others, some known books are gone, so all books are read again.
            if !news.isComplete, !known.books.isOnlyExtended(by: news) { news = try await unit.books.news(since: nil) }
            var library = LayeredBooks(
                earlier: news.isComplete ? BookIndex(folding: context.folding) : known.books,
                learned: BookIndex(folding: context.folding))
            for book in news.saved where library[book.id] == nil { library.learned.insert(book) }
            if news.isComplete { for book in known.planned { library.learned.insert(book) } }
            var saved: [Book] = []
            let outcomes = groups.map { group in
                let (book, outcome) = plan(group, in: library, known: known, updates: updates)
                if let book {
                    saved.append(book)
                    library.learned.insert(book)
                }
                return outcome
            }
            if !saved.isEmpty, !dryRun { try await unit.books.save(saved) }
            return Unit(news: news, learned: library.learned, saved: saved, outcomes: outcomes)
        }
        // A dry run must not create the folder, as a unit of work does for the lock on a file.
        return dryRun ? try await work(context.library) : try await context.library.perform(work)
    }

    /// The book to save, if there is one, and what becomes of the group.
    private func plan(
        _ group: ImportGroup, in library: LayeredBooks, known: KnownBooks, updates: Bool
    ) -> (Book?, BookImportReport.Outcome?) {
        var isByTitle = false
        var found = library[group.book.id]
        if found == nil, let isbn = group.book.isbn, let other = library[isbn] {
            // Another row describes that book, by its identifier.
            if known.ids.contains(other.id) { return (nil, .rejected(.book(.sameISBN(isbn, other)))) }
            found = other
        }
        if found == nil, group.imported.id == nil {
            let same = library.books(group.work).filter { book in
                !known.ids.contains(book.id) && book.isbn.map { known.isbns.contains($0) } != true
            }
            let withoutISBN = same.filter { $0.isbn == nil }
            if group.isUnnamed, withoutISBN.count > 1 { return (nil, .severalInLibrary) }
            // Books whose ISBNs differ are never the same.
            let candidates = group.isUnnamed && withoutISBN.isEmpty ? same : withoutISBN
            let isCertain = candidates.count == 1 && (group.namesakes == 0 || group.isUnnamed && !withoutISBN.isEmpty)
            found = isCertain ? candidates[0] : nil
            isByTitle = true
            if found == nil {
                return (group.book, group.isUnnamed && group.namesakes + same.count > 1 ? .addedBesideOthers : nil)
            }
        }
        guard let found else { return (group.book, nil) }
        var draft = found.draft
        let fields = draft.update(with: group.imported, takesTitle: !isByTitle, folding: context.folding)
        if fields.isEmpty || !updates { return (nil, .inLibrary(found.id, fields: fields)) }
        do throws(BookError) {
            let book = try Book(id: found.id, draft: draft, added: found.added)
            if let isbn = book.isbn, let other = library[isbn], other.id != book.id {
                throw BookError.sameISBN(isbn, other)
            }
            return (book, .updated(book.id, fields: fields))
        } catch {
            return (nil, .rejected(.book(error)))
        }
    }
}

extension BookImportReport {
    fileprivate mutating func add(_ row: Row) {
        rows.append(row)
        switch row.outcome {
        case .addedBesideOthers: added += 1
        case .merged: merged += 1
        case .updated: updated += 1
        case .inLibrary, .severalInLibrary, .noBook: skipped += 1
        case .rejected: rejected += 1
        }
    }

    /// The outcome of a group is reported for its first row; the others are merged with it. If the group is rejected,
    /// all its rows are.
    fileprivate mutating func add(_ outcome: Outcome?, of group: ImportGroup) {
        if let outcome, case .rejected = outcome {
            for line in group.lines { add(Row(line: line, outcome: outcome)) }
            return
        }
        if let outcome { add(Row(line: group.lines[0], outcome: outcome)) } else { added += 1 }
        for line in group.lines.dropFirst() { add(Row(line: line, outcome: .merged(line: group.lines[0]))) }
    }
}

/// The books that were known earlier, and those learned since, which take precedence.
private struct LayeredBooks {
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
}

/// Books, indexed by everything that makes two of them the same.
private struct BookIndex {
    private let folding: TextFolding
    private(set) var books: [Book.ID: Book] = [:]
    private(set) var isbns: [ISBN: Book.ID] = [:]
    /// By title and authors, folded.
    private(set) var works: [String: [Book.ID]] = [:]

    init(folding: TextFolding) {
        self.folding = folding
    }

    /// Whether `news` only adds books.
    func isOnlyExtended(by news: RepositoryNews<Book>) -> Bool {
        news.deleted.isEmpty && news.saved.allSatisfy { books[$0.id] == nil || books[$0.id] == $0 }
    }

    mutating func insert(_ book: Book) {
        remove(book.id)
        books[book.id] = book
        if let isbn = book.isbn { isbns[isbn] = book.id }
        works[book.work(folding: folding), default: []].append(book.id)
    }

    mutating func merge(_ other: BookIndex) {
        for id in other.books.keys { remove(id) }
        books.merge(other.books) { _, later in later }
        isbns.merge(other.isbns) { _, later in later }
        works.merge(other.works, uniquingKeysWith: +)
    }

    private mutating func remove(_ id: Book.ID) {
        guard let old = books.removeValue(forKey: id) else { return }
        if let isbn = old.isbn, isbns[isbn] == id { isbns[isbn] = nil }
        works[old.work(folding: folding)]?.removeAll { $0 == id }
    }
}
