import Data
import Domain
import TestSupport
import Testing

/// Rows that describe one book, whatever their order and however many books a unit of work has.
struct ImportMergingTests {
    private static let isbnC = "9780439023481"

    private static func row(
        _ line: Int, _ title: String = "The Queue", by author: String = "Ana", isbn: String? = nil, id: UInt64? = nil,
        finished: String? = nil,
        hasStatus: Bool = false, _ others: (inout BookDraft) -> Void = { _ in }
    ) throws -> ImportRow {
        let isbn = try isbn.map { try ISBN($0) }
        let draft = BookDraft(title: title, authors: [author], isbn: isbn) {
            $0.finished = finished.flatMap { Day($0) }
            others(&$0)
        }
        let book = ImportedBook(
            id: id.map { Book.ID(bits: $0) }, draft, assumed: hasStatus ? [.favorite] : [.status, .favorite])
        let bytes = "\(title),\(author),\(isbn.map { "\($0)" } ?? ""),\(finished ?? ""),\(draft.rating?.stars ?? 0)"
        return ImportRow(line: line, bytes: Array(bytes.utf8)[...], content: .book(book))
    }

    /// The books that importing the rows into an empty library gives, without their identifiers, in order.
    private static func books(_ rows: [ImportRow], batchSize: Int = .max) async throws -> [BookDraft] {
        let library = StoredLibrary.inMemory()
        _ = try await ImportBooks(context(NarrowLibrary(base: library, batchSize: batchSize)))(rows)
        return try await library.books.all().map(\.draft).sorted { "\($0)" < "\($1)" }
    }

    private static func detail(_ name: String, of draft: BookDraft) throws -> String? {
        draft.details[try #require(DetailName(name))]
    }

    @Test func neitherTheOrderOfRowsNorTheSizeOfABatchMatters() async throws {
        let rows = [
            try Self.row(2) { $0.shelves = ["africa"] },
            try Self.row(3, isbn: Self.isbnC, finished: "2018-11-21", hasStatus: true) {
                $0.rating = Rating(4)
                $0.status = .read
                $0.shelves = ["novel"]
            },
            try Self.row(4, "Emma", isbn: isbnA), try Self.row(5, "Emma", isbn: isbnB), try Self.row(6, "Emma"),
            try Self.row(7, "Emma", finished: "2020-01-01"),
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
            try Self.row(2, isbn: isbnA, finished: "2020-01-01", hasStatus: true) {
                $0.rating = Rating(2)
                $0.status = .abandoned
                $0.notes = "Dull"
            },
            try Self.row(3, by: "Ana Maria", isbn: isbnA, finished: "2021-01-01", hasStatus: true) {
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
        let earlier = try Self.row(2, whole.title, isbn: whole.isbn.map { "\($0)" })
        #expect(try await Self.books([earlier, later]) == [whole])
        let update = ImportRow(line: 2, content: .book(ImportedBook(id: Book.ID(bits: 7), whole)))
        #expect(try await Self.updated({ $0.added = nil }, by: update).0.draft == whole)
    }

    @Test func rowsWithDifferentIdentifiersAreDifferentBooks() async throws {
        #expect(try await Self.books([try Self.row(2, id: 1), try Self.row(3, id: 2)]).count == 2)
    }

    @Test func ofTwoIdentifiersWithOneISBNTheLaterIsRejected() async throws {
        for isReversed in [false, true] {
            let library = StoredLibrary.inMemory()
            let rows = [
                try Self.row(2, isbn: isbnA, id: 1, finished: "2020-01-01"),
                try Self.row(3, isbn: isbnA, id: 2, finished: "2021-01-01"),
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
                try Self.row(edition.0 == nil ? 3 : 2, isbn: edition.0, finished: edition.1) {
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
        let rows = [try Self.row(2, isbn: isbnA), try Self.row(3, isbn: isbnB), try Self.row(4), try Self.row(5)]
        let report = try await ImportBooks(context(library))(rows)
        #expect(report.rows.map(\.line) == [4, 5])
        #expect(report.rows.map(\.outcome) == [.addedBesideOthers, .merged(line: 4)])
        // The same list again finds all three.
        let again = try await ImportBooks(context(library))(rows)
        #expect(again.added == 0)
        #expect(try await library.books.all().count == 3)
    }

    @Test(arguments: [isbnA, nil]) func theIdentifierIsKeptWhicheverRowHasIt(isbn: String?) async throws {
        let rows = [try Self.row(2, isbn: isbn, id: 7, finished: "2020-01-01"), try Self.row(3, isbn: isbn)]
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
            try Self.row(2, "A", isbn: isbnA, id: 1), try Self.row(3, "B", isbn: Self.isbnC, id: 2),
            try Self.row(4, "C", isbn: "9780804429573", id: 3), try Self.row(5, "D", isbn: "9780140448078", id: 4),
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
            try Self.row(2, isbn: isbnA, id: 7), try Self.row(3, isbn: isbnA, id: 7, finished: "2020-01-01"),
        ]
        let report = try await ImportBooks(context(library))(rows, updates: true)
        #expect(report.rejected == 2)
        #expect(report.merged == 0)
        #expect(report.rows.map(\.line) == [2, 3])
    }

    @Test func aRowThatSeveralBooksOfTheLibraryQualifyForIsSkipped() async throws {
        let before = [try book(7, "The Queue"), try book(8, "The Queue")]
        let library = StoredLibrary.inMemory(LibrarySnapshot(books: before))
        let report = try await ImportBooks(context(library))([try Self.row(2)], updates: true)
        #expect(report.rows.map(\.outcome) == [.severalInLibrary])
        #expect(try await library.books.all() == before)
    }

    @Test func booksThatOtherRowsNameAreNoCandidates() async throws {
        let library = StoredLibrary.inMemory()
        let rows = [try Self.row(2, id: 7), try Self.row(3, id: 8), try Self.row(4)]
        for added in [3, 0, 0] { #expect(try await ImportBooks(context(library))(rows).added == added) }
        // A title that is unique in the list finds its book, although another title isn't unique.
        try await library.books.save(try book(9, "Emma"))
        let emma = try Self.row(5, "Emma", isbn: isbnA)
        let report = try await ImportBooks(context(library))(rows + [emma])
        #expect(report.rows.last?.outcome == .inLibrary(Book.ID(bits: 9), fields: ["isbn"]))
    }

    @Test func aFinishDayInTheFutureBecomesADetail() async throws {
        let tomorrow = "\(today + 1)"
        let library = StoredLibrary.inMemory()
        let rows = [try Self.row(2, finished: tomorrow), try Self.row(3, " ", finished: tomorrow)]
        let report = try await ImportBooks(context(library))(rows)
        #expect(report.warnings.map(\.line) == [2])
        #expect(report.warnings.map(\.warning) == [.finishedInFuture(today + 1)])
        let book = try #require(try await library.books.all().first)
        #expect(book.finished == nil)
        #expect(try Self.detail("finished (future)", of: book.draft) == tomorrow)
    }

    // MARK: - Updates

    private static func updated(_ old: (inout BookDraft) -> Void, by row: ImportRow) async throws -> (
        Book, BookImportReport
    ) {
        let library = StoredLibrary.inMemory()
        let draft = BookDraft(title: "The Queue", authors: ["Ana"]) { old(&$0) }
        try await library.books.save(try Book(id: Book.ID(bits: 7), draft: draft, added: today))
        let foretold = try await ImportBooks(context(library))([row], updates: true, dryRun: true)
        let report = try await ImportBooks(context(library))([row], updates: true)
        #expect(foretold == report)
        let book = try #require(try await library.books.find(Book.ID(bits: 7)))
        // Importing the same list again changes nothing.
        _ = try await ImportBooks(context(library))([row])
        #expect(try await library.books.all() == [book])
        return (book, report)
    }

    @Test func anUpdateReplacesWhatTheRowHas() async throws {
        let row = try Self.row(2, "The Line", id: 7, finished: "2020-01-01", hasStatus: true) {
            $0.status = .read
            $0.shelves = ["Novel", "sea"]
            $0.notes = "Good. Very."
            if let name = DetailName("pages") { $0.details[name] = "300" }
        }
        let (book, report) = try await Self.updated(
            { draft in
                draft.rating = Rating(3)
                draft.isFavorite = true
                draft.shelves = ["novel"]
                draft.notes = "Good."
                if let name = DetailName("Pages") { draft.details[name] = "200" }
            }, by: row)
        #expect(book.title == "The Line")
        #expect(book.status == .read)
        #expect(book.finished == Day("2020-01-01"))
        #expect(book.rating == Rating(3))
        #expect(book.isFavorite)
        #expect(book.shelves == ["novel", "sea"])
        #expect(book.notes == "Good. Very.")
        #expect(book.details.all.map(\.text) == ["300"])
        #expect(
            report.rows.map(\.outcome) == [
                .updated(book.id, fields: ["title", "status", "shelves", "finished", "pages", "notes"])
            ])
    }

    @Test func otherNotesAreAppendedOnce() async throws {
        let row = try Self.row(2) { $0.notes = "Long" }
        let (book, _) = try await Self.updated({ $0.notes = "Good" }, by: row)
        #expect(book.notes == "Good\n\nLong")
    }

    /// Earlier versions kept a review as the list has it, in HTML.
    @Test(arguments: [("<b>Good</b>", "Good"), ("Good", "Good"), ("Good, and more", "Good, and more")])
    func notesInHTMLBecomeText(old: String, new: String) async throws {
        var imported = ImportedBook(BookDraft(title: "The Queue", authors: ["Ana"]) { $0.notes = "Good" })
        imported.notesInHTML = "<b>Good</b>"
        let (book, _) = try await Self.updated({ $0.notes = old }, by: ImportRow(line: 2, content: .book(imported)))
        #expect(book.notes == new)
    }

    @Test func notesInHTMLAreThoseOfTheLastRow() async throws {
        let rows = ["Bad", "Good"].enumerated().map { index, notes in
            var imported = ImportedBook(BookDraft(title: "The Queue", authors: ["Ana"]) { $0.notes = notes })
            imported.notesInHTML = "<b>\(notes)</b>"
            return ImportRow(line: 2 + index, bytes: [UInt8(index)], content: .book(imported))
        }
        let library = StoredLibrary.inMemory()
        let draft = BookDraft(title: "The Queue", authors: ["Ana"]) { $0.notes = "<b>Good</b>" }
        try await library.books.save(try Book(id: Book.ID(bits: 7), draft: draft, added: today))
        for _ in 1...2 {
            _ = try await ImportBooks(context(library))(rows, updates: true)
            #expect(try await library.books.all().map(\.notes) == ["Good"])
        }
    }

    @Test func anAssumedAuthorReplacesNone() async throws {
        let draft = BookDraft(title: "The Queue", authors: ["Anonymous"]) { $0.rating = Rating(4) }
        let imported = ImportedBook(id: Book.ID(bits: 7), draft, assumed: [.authors])
        let (book, _) = try await Self.updated({ _ in }, by: ImportRow(line: 2, content: .book(imported)))
        #expect(book.authors == ["Ana"])
        #expect(book.rating == Rating(4))
        for isbn in [isbnA, isbnB] {
            // Whichever row comes last.
            let rows = [
                try Self.row(2, isbn: isbn),
                ImportRow(
                    line: 3, bytes: isbn == isbnA ? [0] : [255],
                    content: .book(
                        ImportedBook(
                            BookDraft(title: "The Queue", authors: ["Anonymous"], isbn: try ISBN(isbn)),
                            assumed: [.authors]))),
            ]
            let merged = try #require(try await Self.books(rows).first)
            #expect(merged.authors == ["Ana"])
            #expect(merged.details.isEmpty)
        }
    }

    @Test func aBookFoundByItsTitleKeepsItsTitle() async throws {
        let (book, report) = try await Self.updated({ _ in }, by: try Self.row(2, "THE QUEUE", isbn: isbnA))
        #expect(book.title == "The Queue")
        #expect(book.isbn == (try ISBN(isbnA)))
        #expect(report.rows.map(\.outcome) == [.updated(book.id, fields: ["isbn"])])
    }

    @Test func withoutAnUpdateTheRowSaysWhatWouldChange() async throws {
        let library = StoredLibrary.inMemory(LibrarySnapshot(books: [try book(7, "The Queue", isbn: isbnA)]))
        let row = try Self.row(2, isbn: isbnA) { $0.rating = Rating(4) }
        let report = try await ImportBooks(context(library))([row])
        #expect(report.rows.map(\.outcome) == [.inLibrary(Book.ID(bits: 7), fields: ["rating"])])
        #expect(try await library.books.all().map(\.rating) == [nil])
    }

    /// An identifier of this program leaves no doubt which book is meant, so another ISBN is an edit like any other.
    @Test func theISBNOfABookNamedByItsIdentifierIsReplacedWithoutAWarning() async throws {
        let old = try ISBN(isbnA)
        let (book, report) = try await Self.updated({ $0.isbn = old }, by: try Self.row(2, isbn: isbnB, id: 7))
        #expect(book.isbn == (try ISBN(isbnB)) && book.details.all.isEmpty)
        #expect(report.warnings.isEmpty)
        #expect(report.rows.map(\.outcome) == [.updated(book.id, fields: ["isbn"])])
    }

    @Test func anUpdateThatWouldGiveTwoBooksOneISBNIsRejected() async throws {
        let (first, second) = (try book(7, "The Queue"), try book(8, "Other", isbn: isbnA))
        let library = StoredLibrary.inMemory(LibrarySnapshot(books: [first, second]))
        let report = try await ImportBooks(context(library))([try Self.row(2, isbn: isbnA, id: 7)], updates: true)
        #expect(report.rows.map(\.outcome) == [.rejected(.book(.sameISBN(try ISBN(isbnA), second)))])
        #expect(try await library.books.all() == [first, second])
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
