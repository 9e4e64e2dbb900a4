import Data
import Domain
import TestSupport
import Testing

/// Rows that describe one book, whatever their order and however many books a unit of work has.
struct ImportMergingTests {
    private static let isbnC = "9780439023481"

    /// The books that importing the rows into an empty library gives, without their identifiers, in order.
    static func books(_ rows: [ImportRow], batchSize: Int = .max) async throws -> [BookDraft] {
        let library = StoredLibrary.inMemory()
        _ = try await ImportBooks(context(NarrowLibrary(base: library, batchSize: batchSize)))(rows)
        return try await library.books.all().map(\.draft).sorted { "\($0)" < "\($1)" }
    }

    private static func detail(_ name: String, of draft: BookDraft) throws -> String? {
        draft.details[try #require(DetailName(name))]
    }

    @Test func neitherTheOrderOfRowsNorTheSizeOfABatchMatters() async throws {
        let rows = [
            try importRow(2) { $0.shelves = ["africa"] },
            try importRow(3, isbn: Self.isbnC, finished: "2018-11-21", hasStatus: true) {
                $0.rating = Rating(4)
                $0.status = .read
                $0.shelves = ["novel"]
            },
            try importRow(4, "Emma", isbn: isbnA), try importRow(5, "Emma", isbn: isbnB), try importRow(6, "Emma"),
            try importRow(7, "Emma", finished: "2020-01-01"),
        ]
        let expected = try await Self.books(rows)
        #expect(expected.map(\.title) == ["Emma", "Emma", "Emma", "The Queue"])
        let queue = try #require(expected.last)
        #expect(queue.shelves == ["africa", "novel"])
        #expect(queue.rating == Rating(4))
        #expect(queue.status == .read)
        #expect(expected.filter { $0.title == "Emma" && $0.isbn == nil }.map(\.finished) == [Day("2020-01-01")])
        for (number, order) in rows.permutations.enumerated() {
            let batchSize = [1, 2, .max][number % 3]
            #expect(try await Self.books(order, batchSize: batchSize) == expected, "\(order.map(\.line)), \(batchSize)")
        }
    }

    @Test func theLaterOfTwoValuesIsKeptAndTheEarlierOneIsADetail() async throws {
        let rows = [
            try importRow(2, isbn: isbnA, finished: "2020-01-01", hasStatus: true) {
                $0.rating = Rating(2)
                $0.status = .abandoned
                $0.notes = "Dull"
            },
            try importRow(3, by: "Ana Maria", isbn: isbnA, finished: "2021-01-01", hasStatus: true) {
                $0.rating = Rating(5)
                $0.status = .read
                $0.notes = "Great"
            },
        ]
        let book = try #require(try await Self.books(rows).first)
        #expect(book.rating == Rating(5))
        #expect(book.status == .read)
        #expect(book.notes == "Great")
        #expect(book.finished == Day("2021-01-01"))
        #expect(book.authors == ["Ana Maria"])
        #expect(try Self.detail("authors (earlier)", of: book) == "Ana")
        #expect(try Self.detail("rating (earlier)", of: book) == "2")
        #expect(try Self.detail("status (earlier)", of: book) == "abandoned")
        #expect(try Self.detail("notes (earlier)", of: book) == "Dull")
        #expect(try Self.detail("finished (earlier)", of: book) == "2020-01-01")
    }

    @Test func eachFieldOfALaterRowIsTakenOver() async throws {
        var whole = try fullDraft()
        // Like the earlier row: another author would become a detail.
        whole.authors = ["Ana"]
        // Sorted, because rows were merged.
        whole.shelves.sort()
        let later = ImportRow(line: 3, bytes: [1], content: .book(ImportedBook(whole)))
        let earlier = try importRow(2, whole.title, isbn: whole.isbn.map { "\($0)" })
        #expect(try await Self.books([earlier, later]) == [whole])
    }

    @Test func rowsWithDifferentIdentifiersAreDifferentBooks() async throws {
        #expect(try await Self.books([try importRow(2, id: 1), try importRow(3, id: 2)]).count == 2)
    }

    @Test func ofTwoIdentifiersWithOneISBNTheLaterIsRejected() async throws {
        for isReversed in [false, true] {
            let library = StoredLibrary.inMemory()
            let rows = [
                try importRow(2, isbn: isbnA, id: 1, finished: "2020-01-01"),
                try importRow(3, isbn: isbnA, id: 2, finished: "2021-01-01"),
            ]
            let report = try await ImportBooks(context(library))(isReversed ? rows.reversed() : rows)
            #expect(report.rows.map(\.outcome) == [.rejected(.sameISBN(try ISBN(isbnA), line: 2))])
            #expect(try await library.books.all().map(\.id) == [Book.ID(bits: 1)])
        }
    }

    /// One edition has an ISBN; the other differs in a detail, or another program gave it another identifier.
    @Test func twoEditionsStayTwoBooks() async throws {
        let binding = try #require(DetailName("Binding"))
        for hasSources in [true, false] {
            let rows = try [(isbnA, "2020-01-01", "Hardcover", "1"), (nil, "2022-01-01", "Kindle", "2")].map {
                edition in
                try importRow(edition.0 == nil ? 3 : 2, isbn: edition.0, finished: edition.1) {
                    if hasSources { $0.sources.add(BookSource("goodreads:\(edition.3)") ?? $0.sources.all[0]) }
                    if !hasSources { $0.details[binding] = edition.2 }
                }
            }
            for order in rows.permutations {
                let library = StoredLibrary.inMemory()
                let importBooks = ImportBooks(context(library))
                #expect(try await importBooks(order).added == 2)
                let books = try await library.books.all()
                #expect(Set(books.map(\.finished)) == [Day("2020-01-01"), Day("2022-01-01")])
                #expect(books.first { $0.isbn != nil }?.finished == Day("2020-01-01"))
                let again = try await importBooks(order, updates: true)
                #expect(again.added + again.updated == 0)
            }
        }
    }

    @Test func theReportNamesRowsThatSeveralBooksQualifyFor() async throws {
        let library = StoredLibrary.inMemory()
        let rows = [try importRow(2, isbn: isbnA), try importRow(3, isbn: isbnB), try importRow(4), try importRow(5)]
        let report = try await ImportBooks(context(library))(rows)
        #expect(report.rows.map(\.line) == [4, 5])
        #expect(report.rows.map(\.outcome) == [.addedBesideOthers, .merged(line: 4)])
        // The same list again finds all three.
        let again = try await ImportBooks(context(library))(rows)
        #expect(again.added == 0)
        #expect(try await library.books.all().count == 3)
    }

    @Test(arguments: [isbnA, nil]) func theIdentifierIsKeptWhicheverRowHasIt(isbn: String?) async throws {
        let rows = [try importRow(2, isbn: isbn, id: 7, finished: "2020-01-01"), try importRow(3, isbn: isbn)]
        for order in rows.permutations {
            let library = StoredLibrary.inMemory()
            _ = try await ImportBooks(context(library))(order)
            #expect(try await library.books.all().map(\.id) == [Book.ID(bits: 7)])
            // The book is found by its identifier, although its title has changed.
            try await library.books.save(try book(7, "Renamed", isbn: isbn))
            #expect(try await ImportBooks(context(library))(order).added == 0)
        }
    }

    /// One row names a book by its ISBN, another by its identifier; two others swap their ISBNs.
    @Test func theOrderOfRowsDoesNotMatterForTheBooksOfTheLibrary() async throws {
        let rows = [
            try importRow(2, "A", isbn: isbnA, id: 1), try importRow(3, "B", isbn: Self.isbnC, id: 2),
            try importRow(4, "C", isbn: "9780804429573", id: 3), try importRow(5, "D", isbn: "9780140448078", id: 4),
        ]
        let before = [
            try book(2, "Old B", isbn: isbnA), try book(3, "Old C", isbn: "9780140448078"),
            try book(4, "Old D", isbn: "9780804429573"),
        ]
        var results: Set<[Book]> = []
        for order in rows.permutations {
            for batchSize in [1, 2, .max] {
                for hasIncrementalNews in [true, false] {
                    let library = StoredLibrary.inMemory(LibrarySnapshot(books: before))
                    let narrow = NarrowLibrary(
                        base: library, batchSize: batchSize, hasIncrementalNews: hasIncrementalNews)
                    let importBooks = ImportBooks(context(narrow))
                    let foretold = try await importBooks(order, updates: true, dryRun: true)
                    #expect(try await library.books.all() == before)
                    #expect(try await importBooks(order, updates: true) == foretold)
                    results.insert(try await library.books.all())
                }
            }
        }
        #expect(results.count == 1)
        // No row overwrote a book that another row names.
        #expect(results.first?.first { $0.id == Book.ID(bits: 2) }?.title == "B")
    }

    @Test func allRowsOfARejectedBookAreRejected() async throws {
        let library = StoredLibrary.inMemory(
            LibrarySnapshot(books: [try book(7, "The Queue"), try book(8, "Other", isbn: isbnA)]))
        let rows = [
            try importRow(2, isbn: isbnA, id: 7), try importRow(3, isbn: isbnA, id: 7, finished: "2020-01-01"),
        ]
        let report = try await ImportBooks(context(library))(rows, updates: true)
        #expect(report.rejected == 2)
        #expect(report.merged == 0)
        #expect(report.rows.map(\.line) == [2, 3])
    }

    @Test func aRowThatSeveralBooksOfTheLibraryQualifyForIsSkipped() async throws {
        let before = [try book(7, "The Queue"), try book(8, "The Queue")]
        let library = StoredLibrary.inMemory(LibrarySnapshot(books: before))
        let report = try await ImportBooks(context(library))([try importRow(2)], updates: true)
        #expect(report.rows.map(\.outcome) == [.severalInLibrary])
        #expect(try await library.books.all() == before)
    }

    @Test func booksThatOtherRowsNameAreNoCandidates() async throws {
        let library = StoredLibrary.inMemory()
        let rows = [try importRow(2, id: 7), try importRow(3, id: 8), try importRow(4)]
        for added in [3, 0, 0] { #expect(try await ImportBooks(context(library))(rows).added == added) }
        // A title that is unique in the list finds its book, although another title isn't unique.
        try await library.books.save(try book(9, "Emma"))
        let emma = try importRow(5, "Emma", isbn: isbnA)
        let report = try await ImportBooks(context(library))(rows + [emma])
        #expect(report.rows.last?.outcome == .inLibrary(Book.ID(bits: 9), fields: ["isbn"]))
    }

    @Test func aFinishDayInTheFutureBecomesADetail() async throws {
        let tomorrow = "\(today + 1)"
        let library = StoredLibrary.inMemory()
        let rows = [try importRow(2, finished: tomorrow), try importRow(3, " ", finished: tomorrow)]
        let report = try await ImportBooks(context(library))(rows)
        #expect(report.warnings.map(\.line) == [2])
        #expect(report.warnings.map(\.warning) == [.finishedInFuture(today + 1)])
        let book = try #require(try await library.books.all().first)
        #expect(book.finished == nil)
        #expect(try Self.detail("finished (future)", of: book.draft) == tomorrow)
    }
}

extension [ImportRow] {
    /// All orders of the rows.
    fileprivate var permutations: [[ImportRow]] {
        if count < 2 { return [self] }
        return indices.flatMap { index in
            var rest = self
            let row = rest.remove(at: index)
            return rest.permutations.map { [row] + $0 }
        }
    }
}
