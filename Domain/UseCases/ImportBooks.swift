/// Adds the books of another program's list, leaving out those the library has.
///
/// A book is known by its identifier, by its ISBN, or by title and authors (whatever their case and accents) where
/// it or the other has no ISBN to tell them apart. So the same file imported again adds nothing.
public struct ImportBooks: Sendable {
    private let library: any Library
    private let folding: TextFolding
    private let today: @Sendable () -> Day
    private let randomBits: @Sendable () -> UInt64

    public init(
        library: any Library, folding: TextFolding, today: @escaping @Sendable () -> Day,
        randomBits: @escaping @Sendable () -> UInt64
    ) {
        self.library = library
        self.folding = folding
        self.today = today
        self.randomBits = randomBits
    }

    /// What became of each of `rows`. With `dryRun` nothing is added, and the report is what would have been.
    ///
    /// Large lists are added in several units of work; `progress` hears after each how many rows are done. When the
    /// task is cancelled, or a unit fails, those before it stay: importing the list again adds the rest.
    ///
    /// Throws `LibraryError.store`.
    public func callAsFunction(
        _ rows: [ImportRow], dryRun: Bool = false, progress: (Int) async -> Void = { _ in }
    ) async throws(LibraryError) -> ImportReport {
        let today = today()
        var report = ImportReport()
        var known = KnownBooks(folding: folding)
        // What a dry run would have added by now, and the library therefore lacks.
        var imagined: [Book] = []
        var start = 0
        while start < rows.count, !Task.isCancelled {
            let batch = rows[start..<min(start + max(1, library.batchSize), rows.count)].map { row in
                (row: row, newID: Book.ID(bits: randomBits()))
            }
            // Copies, because the work may run more than once.
            let (before, knownBefore, missing) = (report, known, imagined)
            let new: [Book]
            (report, known, new) = try await library.perform { unit throws(LibraryError) in
                var (report, known) = (before, knownBefore)
                known.catchUp(with: try await unit.books.all() + missing)
                var new: [Book] = []
                for (row, newID) in batch {
                    if let book = report.note(row, newID: newID, today: today, known: &known) { new.append(book) }
                }
                if !dryRun, !new.isEmpty { try await unit.books.save(new) }
                return (report, known, new)
            }
            if dryRun { imagined += new }
            start += batch.count
            await progress(start)
        }
        return report
    }
}

extension ImportReport {
    /// Writes down what becomes of `row`, and returns the book to add, if it is one.
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
}

/// The books that are in the library, or were added before, and are not added again.
private struct KnownBooks {
    private let folding: TextFolding
    private var ids: Set<Book.ID> = []
    private var isbns: Set<ISBN> = []
    /// Title and authors of every known book, and whether one of these books has no ISBN.
    private var works: [String: Bool] = [:]

    init(folding: TextFolding) {
        self.folding = folding
    }

    func contains(_ book: Book) -> Bool {
        if ids.contains(book.id) { return true }
        if let isbn = book.isbn, isbns.contains(isbn) { return true }
        guard let oneWithoutISBN = works[work(of: book)] else { return false }
        return book.isbn == nil || oneWithoutISBN
    }

    mutating func insert(_ book: Book) {
        ids.insert(book.id)
        if let isbn = book.isbn { isbns.insert(isbn) }
        let work = work(of: book)
        works[work] = works[work] == true || book.isbn == nil
    }

    /// Takes in what others have added meanwhile. What they removed may be added again.
    mutating func catchUp(with books: [Book]) {
        let new = books.filter { !ids.contains($0.id) }
        guard books.count == ids.count + new.count else {
            self = KnownBooks(folding: folding)
            return books.forEach { insert($0) }
        }
        new.forEach { insert($0) }
    }

    private func work(of book: Book) -> String {
        folding(([book.title] + book.authors).joined(separator: "\n"))
    }
}
