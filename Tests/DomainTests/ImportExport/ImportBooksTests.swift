import Data
import Domain
import Synchronization
import TestSupport
import Testing

struct ImportBooksTests {
    private let library = StoredLibrary.inMemory()

    private func importing(batchSize: Int = .max) -> ImportBooks {
        ImportBooks(context(NarrowLibrary(base: library, batchSize: batchSize)))
    }

    private func row(
        _ line: Int, _ title: String, by author: String = "Ana", isbn: String? = nil, id: UInt64? = nil,
        warnings: [ImportWarning] = []
    ) throws -> ImportRow {
        let isbn = try isbn.map { try ISBN($0) }
        return ImportRow(
            line: line, bytes: Array(title.utf8)[...],
            content: .book(
                ImportedBook(
                    id: id.map { Book.ID(bits: $0) }, BookDraft(title: title, authors: [author], isbn: isbn),
                    assumed: [.status, .favorite])), warnings: warnings)
    }

    private func titles() async throws -> [String] {
        try await library.books.all().map(\.title).sorted()
    }

    @Test func addsTheBooksAndKeepsTheirIdentifiers() async throws {
        let report = try await importing()([try row(2, "A", id: 5), try row(3, "B")])
        #expect(report.added == 2)
        let books = try await library.books.all()
        #expect(books.map(\.title) == ["A", "B"])
        #expect(books[0].id == Book.ID(bits: 5))
        #expect(books.map(\.added) == [today, today])
    }

    /// A finish day in the future becomes a detail, so the status doesn't follow from it.
    @Test(arguments: [(0, ReadingStatus.read), (1, .toRead)])
    func theStatusFollowsFromTheDays(daysFromToday: Int, status: ReadingStatus) async throws {
        let draft = BookDraft(title: "A", authors: ["Ana"]) {
            $0.finished = Day(daysSince1970: Int(today.daysSince1970) + daysFromToday)
        }
        let imported = ImportedBook(draft, assumed: [.status, .favorite])
        _ = try await importing()([ImportRow(line: 2, content: .book(imported))])
        #expect(try await library.books.all().map(\.status) == [status])
    }

    @Test(arguments: [1, 2, .max])
    func importingTheSameListAgainAddsNothing(batchSize: Int) async throws {
        let rows = [
            try row(2, "A", isbn: isbnA), try row(3, "B"), try row(4, "Día", by: "Ben"), try row(5, "C", id: 9),
            try row(6, "B", isbn: isbnB),
        ]
        let importBooks = importing(batchSize: batchSize)
        let first = try await importBooks(rows)
        let second = try await importBooks(rows)
        #expect(first.added == 4)
        // Line 3 has no ISBN, and is the book of line 6.
        #expect(first.merged == 1)
        #expect(second.added == 0)
        #expect(second.skipped == 4)
        #expect(try await titles() == ["A", "B", "C", "Día"])
    }

    @Test func aBookIsRecognisedByIdentifier() async throws {
        try await library.books.save(try book(5, "A"))
        let report = try await importing()([try row(2, "Quite another", by: "Ben", id: 5)])
        #expect(report.skipped == 1)
        #expect(try await titles() == ["A"])
    }

    @Test func aBookIsRecognisedByISBN() async throws {
        try await library.books.save(try book(5, "A", isbn: isbnA))
        #expect(try await importing()([try row(2, "The A", by: "Ben", isbn: isbnA)]).skipped == 1)
    }

    @Test func aBookIsRecognisedByTitleAndAuthorsUnlessTheISBNsDiffer() async throws {
        try await library.books.save([try book(5, "Día"), try book(6, "B", isbn: isbnA)])
        let report = try await importing()([
            try row(2, "DIA", by: "ANA"), try row(3, "Día", isbn: isbnB), try row(4, "b"),
            try row(5, "B", isbn: "9780439023481"), try row(6, "Día", by: "Ben"),
        ])
        #expect(report.merged == 2)
        #expect(report.skipped == 1)
        #expect(report.added == 2)
        // The later of two titles that differ only in case.
        #expect(try await titles() == ["B", "Día", "Día", "b"])
    }

    @Test(arguments: [1, 2, .max])
    func aDryRunReportsTheSameAndAddsNothing(batchSize: Int) async throws {
        try await library.books.save(try book(5, "Z"))
        let rows = [
            try row(2, "A", isbn: isbnA), try row(3, "B"), try row(4, "Z"), try row(5, "A", isbn: isbnA),
            try row(6, "B"), try row(7, "C"), try row(8, " "),
        ]
        let importBooks = importing(batchSize: batchSize)
        let foretold = try await importBooks(rows, dryRun: true)
        #expect(try await titles() == ["Z"])
        #expect(foretold.added == 3)
        #expect(foretold.merged == 2)
        #expect(foretold.skipped == 1)
        #expect(try await importBooks(rows) == foretold)
    }

    @Test func invalidRowsAreRejectedAndTheOthersAdded() async throws {
        let report = try await importing(batchSize: 2)([
            try row(2, " "), try row(3, "A"),
            ImportRow(line: 4, content: .rejected(.tooManyFields(expected: 3, found: 4))),
            ImportRow(line: 5, content: .book(ImportedBook(BookDraft(title: "B")))),
        ])
        #expect(report.added == 1)
        #expect(report.rejected == 3)
        #expect(report.rows.map(\.line) == [2, 4, 5])
        #expect(
            report.rows.map(\.outcome) == [
                .rejected(.book(.noTitle)), .rejected(.tooManyFields(expected: 3, found: 4)),
                .rejected(.book(.noAuthor)),
            ])
        #expect(try await titles() == ["A"])
    }

    @Test func warningsHaveTheirLines() async throws {
        let report = try await importing()([
            try row(2, "A", warnings: [.wrongRating("9"), .wrongDay("x")]), try row(3, "B", warnings: [.wrongDay("y")]),
        ])
        #expect(report.added == 2)
        #expect(report.warnings.map(\.line) == [2, 2, 3])
        #expect(report.warnings.map(\.warning) == [.wrongRating("9"), .wrongDay("x"), .wrongDay("y")])
    }

    @Test func progressIsReportedAfterEachUnitOfWork() async throws {
        var progress: [Int] = []
        let rows = try (1...5).map { try row($0, "Book \($0)") }
        _ = try await importing(batchSize: 2)(rows) { progress.append($0) }
        #expect(progress == [0, 2, 4, 5])
        progress = []
        _ = try await importing()([try row(1, " ")]) { progress.append($0) }
        #expect(progress == [1])
    }

    /// A unit of several books that has a large one is refused.
    @Test func unitsGrowAgainAfterALargeBook() async throws {
        var narrow = NarrowLibrary(base: library, batchSize: 4)
        narrow.mustBeAlone = "Book C"
        var progress: [Int] = []
        let rows = try "ABCDEFGHIJK".enumerated().map { try row($0 + 1, "Book \($1)") }
        #expect(try await ImportBooks(context(narrow))(rows) { progress.append($0) }.added == 11)
        #expect(progress == [0, 2, 3, 5, 9, 11])
    }

    @Test(arguments: [1, 2, 3]) func unitsThatAreTooLargeAreDivided(mostSaved: Int) async throws {
        let narrow = NarrowLibrary(base: library, batchSize: 4, mostSaved: mostSaved)
        let rows = try (1...9).map { try row($0, "Book \($0)") }
        #expect(try await ImportBooks(context(narrow))(rows).added == 9)
        #expect(try await library.books.all().count == 9)
        let tooNarrow = NarrowLibrary(base: StoredLibrary.inMemory(), batchSize: 4, mostSaved: 0)
        await #expect(throws: LibraryError.store(.tooLarge(location: "x", limit: "1 MiB"))) {
            try await ImportBooks(context(tooNarrow))(rows)
        }
    }

    /// Otherwise the work would grow with the square of the list.
    @Test func allBooksAreReadOnce() async throws {
        let readings = Mutex(0)
        let narrow = NarrowLibrary(base: library, batchSize: 2, onCompleteNews: { readings.withLock { $0 += 1 } })
        let rows = try (1...9).map { try row($0, "Book \($0)") }
        #expect(try await ImportBooks(context(narrow))(rows).added == 9)
        #expect(readings.withLock { $0 } == 1)
    }

    @Test func cancellingKeepsTheFinishedUnits() async throws {
        let rows = try (1...6).map { try row($0, "Book \($0)") }
        let importBooks = importing(batchSize: 2)
        let report = try await Task {
            try await importBooks(rows) { done in
                if done == 4 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }.value
        #expect(report.added == 4)
        #expect(try await library.books.all().count == 4)
        #expect(try await importBooks(rows).added == 2)
    }
}
