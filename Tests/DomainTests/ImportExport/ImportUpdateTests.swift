import Data
import Domain
import TestSupport
import Testing

/// Rows that change books that are there.
struct ImportUpdateTests {
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

    @Test func eachFieldIsTakenOver() async throws {
        var whole = try fullDraft()
        // Like the book that is there: another author would become a detail.
        whole.authors = ["Ana"]
        whole.shelves.sort()
        let row = ImportRow(line: 2, content: .book(ImportedBook(id: Book.ID(bits: 7), whole)))
        #expect(try await Self.updated({ $0.added = nil }, by: row).0.draft == whole)
    }

    @Test func anUpdateReplacesWhatTheRowHas() async throws {
        let row = try importRow(2, "The Line", id: 7, finished: "2020-01-01", hasStatus: true) {
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
        let row = try importRow(2) { $0.notes = "Long" }
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
                try importRow(2, isbn: isbn),
                ImportRow(
                    line: 3, bytes: isbn == isbnA ? [0] : [255],
                    content: .book(
                        ImportedBook(
                            BookDraft(title: "The Queue", authors: ["Anonymous"], isbn: try ISBN(isbn)),
                            assumed: [.authors]))),
            ]
            let merged = try #require(try await ImportMergingTests.books(rows).first)
            #expect(merged.authors == ["Ana"])
            #expect(merged.details.isEmpty)
        }
    }

    @Test func aBookFoundByItsTitleKeepsItsTitle() async throws {
        let (book, report) = try await Self.updated({ _ in }, by: try importRow(2, "THE QUEUE", isbn: isbnA))
        #expect(book.title == "The Queue")
        #expect(book.isbn == (try ISBN(isbnA)))
        #expect(report.rows.map(\.outcome) == [.updated(book.id, fields: ["isbn"])])
    }

    @Test func withoutAnUpdateTheRowSaysWhatWouldChange() async throws {
        let library = StoredLibrary.inMemory(LibrarySnapshot(books: [try book(7, "The Queue", isbn: isbnA)]))
        let row = try importRow(2, isbn: isbnA) { $0.rating = Rating(4) }
        let report = try await ImportBooks(context(library))([row])
        #expect(report.rows.map(\.outcome) == [.inLibrary(Book.ID(bits: 7), fields: ["rating"])])
        #expect(try await library.books.all().map(\.rating) == [nil])
    }

    /// An identifier of this program leaves no doubt which book is meant, so another ISBN is an edit like any other.
    @Test func theISBNOfABookNamedByItsIdentifierIsReplacedWithoutAWarning() async throws {
        let old = try ISBN(isbnA)
        let (book, report) = try await Self.updated({ $0.isbn = old }, by: try importRow(2, isbn: isbnB, id: 7))
        #expect(book.isbn == (try ISBN(isbnB)) && book.details.all.isEmpty)
        #expect(report.warnings.isEmpty)
        #expect(report.rows.map(\.outcome) == [.updated(book.id, fields: ["isbn"])])
    }

    @Test func anUpdateThatWouldGiveTwoBooksOneISBNIsRejected() async throws {
        let (first, second) = (try book(7, "The Queue"), try book(8, "Other", isbn: isbnA))
        let library = StoredLibrary.inMemory(LibrarySnapshot(books: [first, second]))
        let report = try await ImportBooks(context(library))([try importRow(2, isbn: isbnA, id: 7)], updates: true)
        #expect(report.rows.map(\.outcome) == [.rejected(.book(.sameISBN(try ISBN(isbnA), second)))])
        #expect(try await library.books.all() == [first, second])
    }
}
