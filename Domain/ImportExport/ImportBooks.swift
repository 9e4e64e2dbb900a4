/// Adds the books of a list and, if asked to, updates those that the library already has.
///
/// `ImportGroups` says which rows describe one book. A book of the list is the book of the library that has its
/// identifier, or else one of its sources, or else its ISBN. If there is none, and the list gives it no identifier, it may
/// be a book of the library with its title and authors, unless both have an ISBN or several books could be meant: `plan`
/// decides. So importing the list again adds nothing, unless a row was rejected for an ISBN that another row's update has
/// freed since. The page "The same book" has the rule in words, with examples.
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
        var known = KnownBooks(BookIndex(folding: context.folding, hasSources: rows.contains(where: \.hasSources)))
        if rows.contains(where: \.hasSources) {
            let news = try await context.library.books.news(since: nil)
            known.mark = news.mark
            for book in news.saved { known.books.insert(book) }
        }
        let library = LayeredBooks(earlier: known.books, learned: known.books.emptied)
        let list = ImportGroups(rows, library: library, context: context)
        known.take(list.groups)
        var report = BookImportReport()
        report.warnings = list.warnings
        for row in list.others { report.add(row) }
        var done = list.others.count
        await progress(list.groups.isEmpty ? done : 0)
        var start = 0
        let largestUnit = max(1, context.library.batchSize)
        var unitSize = largestUnit
        // Only for likely doubles.
        var plans: [(group: ImportGroup, plan: ImportPlan)] = []
        while start < list.groups.count, !Task.isCancelled {
            let batch = list.groups[start...].prefix(unitSize)
            let unit: Unit
            do throws(LibraryError) {
                unit = try await perform(batch, updates: updates, dryRun: dryRun, known: known)
            } catch {
                // Large books may exceed what fits into one unit of work of the store.
                guard case .store(.tooLarge) = error, batch.count > 1 else { throw error }
                unitSize = batch.count / 2
                continue
            }
            known.mark = unit.news.mark
            if unit.news.isComplete { known.books = known.books.emptied }
            known.books.merge(unit.learned)
            if dryRun { known.planned += unit.saved }
            for (group, plan) in zip(batch, unit.plans) {
                report.add(plan, of: group, lent: plan.book ?? (updates ? plan.known : nil))
            }
            if updates, dryRun { plans += zip(batch, unit.plans).map { ($0, $1) } }
            start += batch.count
            unitSize = unitSize < largestUnit / 2 ? unitSize * 2 : largestUnit
            done += batch.reduce(0) { $0 + $1.rows.count }
            await progress(done)
        }
        if !plans.isEmpty {
            report.warnings += LikelyDoubles(known.books.books.values, context.folding).warnings(on: plans)
        }
        report.warnings.sort { $0.line < $1.line }
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
        /// The identifiers, sources and ISBNs of the list. A book of the library that has one of them matches no other
        /// book of the list by its title.
        private(set) var ids: Set<Book.ID> = []
        private var isbns: Set<ISBN> = []
        private var sources: Set<BookSource> = []

        init(_ books: BookIndex) { self.books = books }

        mutating func take(_ groups: [ImportGroup]) {
            ids = Set(groups.map(\.book.id))
            isbns = Set(groups.compactMap(\.book.isbn))
            sources = Set(groups.flatMap(\.book.sources.editions))
        }

        func hasSource(of book: Book) -> Bool { book.sources.all.contains(where: sources.contains) }

        func isNamed(_ book: Book) -> Bool {
            ids.contains(book.id) || book.isbn.map(isbns.contains) == true || hasSource(of: book)
        }
    }

    /// The result of one unit of work. The unit may run more than once, so it must not extend `KnownBooks` itself; a
    /// copy of that for each unit would take quadratic time.
    private struct Unit {
        let news: RepositoryNews<Book>
        /// The books of `news`, and those that were saved.
        let learned: BookIndex
        let saved: [Book]
        let plans: [ImportPlan]
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
                earlier: news.isComplete ? known.books.emptied : known.books, learned: known.books.emptied)
            for book in news.saved where library[book.id] == nil { library.learned.insert(book) }
            if news.isComplete { for book in known.planned { library.learned.insert(book) } }
            var saved: [Book] = []
            let plans = groups.map { group in
                let plan = plan(group, in: library, known: known, updates: updates)
                if let book = plan.book {
                    saved.append(book)
                    library.learned.insert(book)
                }
                return plan
            }
            if !saved.isEmpty, !dryRun { try await unit.books.save(saved) }
            return Unit(news: news, learned: library.learned, saved: saved, plans: plans)
        }
        // A dry run must not create the folder, as a unit of work does for the lock on a file.
        return dryRun ? try await work(context.library) : try await context.library.perform(work)
    }

    /// What to do with the group.
    private func plan(
        _ group: ImportGroup, in library: LayeredBooks, known: KnownBooks, updates: Bool
    ) -> ImportPlan {
        var isByTitle = false
        var found = library[group.book.id] ?? book(withSourceOf: group, in: library, known: known)
        var warnsOfISBN = found != nil && found?.id != group.book.id
        if found == nil, let isbn = group.book.isbn, let other = library[isbn] {
            // Another row describes that book, by its identifier.
            let isAnothers = known.ids.contains(other.id) || updates && known.hasSource(of: other)
            if isAnothers { return ImportPlan(outcome: .rejected(.book(.sameISBN(isbn, other)))) }
            found = other
        }
        if found == nil, group.imported.id == nil {
            let all = library.books(group.work)
            let same = all.filter { !known.isNamed($0) }
            let withoutISBN = same.filter { $0.isbn == nil }
            if group.isUnnamed, withoutISBN.count > 1 { return ImportPlan(outcome: .severalInLibrary) }
            // Books whose ISBNs differ are never the same, but for an edition that the list no longer has.
            let candidates = group.isUnnamed && withoutISBN.isEmpty ? same : withoutISBN
            let isCertain = candidates.count == 1 && (group.namesakes == 0 || group.isUnnamed && !withoutISBN.isEmpty)
            found = isCertain ? candidates[0] : nil
            if found == nil, updates, group.book.isbn != nil, group.namesakes == 0 {
                let exchanged = all.filter { $0.hasSourceOfProgram(of: group) }
                if exchanged.count == 1, !known.isNamed(exchanged[0]) { (found, warnsOfISBN) = (exchanged[0], true) }
            }
            isByTitle = true
            if found == nil {
                let isBesideOthers = group.isUnnamed && group.namesakes + same.count > 1
                return ImportPlan(book: group.book, outcome: isBesideOthers ? .addedBesideOthers : nil)
            }
        }
        guard let found else { return ImportPlan(book: group.book) }
        var draft = found.draft
        // Next time its source finds the book, and then the title of the list counts.
        let takesTitle = !isByTitle || !group.book.sources.isEmpty
        var fields = draft.update(with: group.imported, takesTitle: takesTitle, folding: context.folding)
        var warning: ImportWarning?
        if warnsOfISBN, let old = found.isbn, let new = draft.isbn, old != new {
            warning = isByTitle ? .exchangedEdition(from: old, to: new) : .otherISBN(old, listed: new)
            if let name = DetailName(field: BookField.isbn.rawValue, "earlier") {
                draft.details.add("\(old)", named: name)
                fields.append("\(name)")
            }
        }
        if fields.isEmpty || !updates {
            return ImportPlan(outcome: .inLibrary(found.id, fields: fields), warning: warning, known: found)
        }
        do throws(BookError) {
            let book = try Book(id: found.id, draft: draft, added: found.added)
            if let isbn = book.isbn, let other = library[isbn], other.id != book.id {
                throw BookError.sameISBN(isbn, other)
            }
            return ImportPlan(book: book, outcome: .updated(book.id, fields: fields), warning: warning)
        } catch {
            return ImportPlan(outcome: .rejected(.book(error)))
        }
    }

    /// The book that has a source of the group. A source that stands for a work decides only if no other group and no
    /// other book has it.
    private func book(withSourceOf group: ImportGroup, in library: LayeredBooks, known: KnownBooks) -> Book? {
        let sources = group.book.sources
        let byEdition = sources.editions.lazy.compactMap { source in
            library.books(source).first { !known.ids.contains($0.id) }
        }
        if let book = byEdition.first { return book }
        return group.uniqueWorks.lazy.map(library.books).first { books in
            books.count == 1 && !known.isNamed(books[0]) && (books[0].isbn == nil || group.book.isbn == nil)
        }?.first
    }
}

/// What becomes of the rows that describe a book.
struct ImportPlan: Sendable {
    /// The book to save, if there is one.
    var book: Book?
    /// Nil for a book that is simply added.
    var outcome: BookImportReport.Outcome?
    var warning: ImportWarning?
    /// The book that stays as it is.
    var known: Book?

    var isNew: Bool { book != nil && (outcome == nil || outcome == .addedBesideOthers) }
}

extension Book {
    fileprivate func hasSourceOfProgram(of group: ImportGroup) -> Bool {
        let programs = Set(group.book.sources.editions.map(\.program))
        return sources.editions.contains { programs.contains($0.program) }
    }
}

extension ImportRow {
    fileprivate var hasSources: Bool {
        if case .book(let book) = content { !book.draft.sources.isEmpty } else { false }
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
    fileprivate mutating func add(_ plan: ImportPlan, of group: ImportGroup, lent: Book?) {
        let outcome = plan.outcome
        if let id = lent?.id {
            loans += group.rows.compactMap { row in
                row.imported.loan.map { Held(book: id, loan: $0, line: row.line) }
            }
        }
        if let warning = plan.warning { warnings.append(Warning(line: group.lines[0], warning: warning)) }
        if let outcome, case .rejected = outcome {
            for line in group.lines { add(Row(line: line, outcome: outcome)) }
            return
        }
        if let outcome { add(Row(line: group.lines[0], outcome: outcome)) } else { added += 1 }
        for line in group.lines.dropFirst() { add(Row(line: line, outcome: .merged(line: group.lines[0]))) }
    }
}
