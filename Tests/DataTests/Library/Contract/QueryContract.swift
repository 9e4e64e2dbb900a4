import Data
import Domain
import Storage
import TestSupport
import Testing

extension LibraryContractTests {
    /// A library may answer a query without reading every book, but must not skip one that matches.
    @Test(arguments: StorageEngine.tested)
    func answersQueries(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let library = location.library()
        try await library.books.save(PageOfBooks.books())
        let snapshot = try await library.snapshot()
        for page in PageOfBooks.all {
            // One library has read nothing yet, the other everything.
            for library in [location.library(), library] {
                let found = try await library.page(page.query, folding: .caseAndAccents)
                #expect(found.rows.map(\.id.bits) == page.found, "\(page)")
                #expect(found == page.query.page(of: snapshot, folding: .caseAndAccents), "\(page)")
            }
        }
    }

    /// Rows that need few fields differ from whole ones in nothing else, also after another process has written.
    @Test(arguments: StorageEngine.tested)
    func rowsLackOnlyWhatWasNotAskedFor(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let other = location.library()
        try await other.books.save(PageOfBooks.books())
        let library = location.library()
        let asked: Set<BookField> = [.title, .authors, .status, .rating]
        func expectTheSamePages() async throws {
            for page in PageOfBooks.all {
                var query = page.query
                query.shown = asked
                let found = try await library.page(query, folding: .caseAndAccents)
                let whole = try await other.page(page.query, folding: .caseAndAccents)
                #expect(found.total == whole.total)
                #expect(found.rows.map(\.id) == whole.rows.map(\.id))
                #expect(found.rows.map(\.hits) == whole.rows.map(\.hits))
                for (row, whole) in zip(found.rows, whole.rows) {
                    #expect(row.entity == nil && whole.entity != nil)
                    for field in BookField.allCases where row.has(field) {
                        #expect(row[.own(field)] == whole[.own(field)])
                    }
                    #expect(asked.allSatisfy(row.has))
                    #expect(whole.draft.notes == "For \(row.draft.title)" && whole.draft.details.all.count == 1)
                }
            }
            let first = try #require(
                try await library.page(BookQuery { $0.shown = asked }, folding: .caseAndAccents).rows.first)
            #expect(!first.has(.notes) && first[.own(.notes)] == nil && first[.own(.rating)] != nil)
        }
        try await expectTheSamePages()
        try await other.books.delete(bookID(9))
        try await other.books.save(PageOfBooks.books().suffix(1))
        try await expectTheSamePages()
        // Whole books are still whole.
        let whole = try await library.page(BookQuery(text: "emma"), folding: .caseAndAccents)
        #expect(whole.rows.map(\.draft.notes) == ["For Emma"])
        let row = try await library.row(of: bookID(5), folding: .caseAndAccents)
        #expect(row?.entity?.id == bookID(5))
    }

    /// What isn't shown is read where a condition, a search or an order needs it.
    @Test func whatAQueryNeedsIsRead() async throws {
        let library = StoredLibrary.inMemory(LibrarySnapshot(books: try PageOfBooks.books()))
        func found(_ query: BookQuery) async throws -> [UInt64] {
            var query = query
            query.shown = [.title]
            return try await library.page(query, folding: .caseAndAccents).rows.map(\.id.bits)
        }
        let detail = BookDetail(name: try #require(DetailName("source")), text: "list 3")
        #expect(try await found(BookQuery { $0.details = [detail] }) == [3])
        for (text, field) in [("3", BookField.details), ("for persuasion", .notes)] {
            #expect(try await found(BookQuery(text: text) { $0.fields = [.title, field] }) == [3])
        }
        #expect(try await found(BookQuery(text: "classics")) == [1, 3])
        let byRating = BookQuery { $0.sort = BookSort.rating.order }
        let whole = try await library.page(byRating, folding: .caseAndAccents).rows.map(\.id.bits)
        #expect(try await found(byRating) == whole)
    }

    /// The books read for one query are not mistaken for all books.
    @Test(arguments: StorageEngine.tested)
    func aSearchHidesNothingFromLaterReads(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        try await location.library().books.save([book(1, "Emma"), book(2, "Persuasion")])
        let library = location.library()
        #expect(try await library.page(BookQuery(text: "emma"), folding: .caseAndAccents).total == 1)
        #expect(try await library.snapshot() == LibrarySnapshot(books: [book(1, "Emma"), book(2, "Persuasion")]))
        #expect(try await library.page(BookQuery(), folding: .caseAndAccents).total == 2)
    }

    /// A library may leave out books that a search doesn't find, but none that it does, also after another process has
    /// written.
    @Test(arguments: StorageEngine.tested)
    func leavesOutNothingThatASearchFinds(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let other = location.library()
        try await other.books.save(PageOfBooks.books())
        func numbers(_ query: BookQuery) async throws -> [UInt64] {
            try await location.library().page(query, folding: .caseAndAccents).rows.map(\.id.bits).sorted()
        }
        #expect(try await numbers(BookQuery { $0.ids = [bookID(4), bookID(44)] }) == [4])
        #expect(try await numbers(BookQuery { $0.ids = [] }).isEmpty)
        #expect(try await numbers(BookQuery(text: "austen")) == [1, 3])
        // The text of an identifier, and its beginning.
        #expect(try await numbers(BookQuery(text: "000000000007") { $0.findsIdentifiers = true }) == [7])
        #expect(try await numbers(BookQuery(text: "0000") { $0.findsIdentifiers = true }) == Array(1...9))
        #expect(try await numbers(BookQuery(text: "0000")).isEmpty)

        let later = location.library()
        func titled(_ title: String) async throws -> Set<UInt64> {
            Set(try await later.page(BookQuery { $0.title = title }, folding: .caseAndAccents).rows.map(\.id.bits))
        }
        #expect(try await titled("emma") == [1])
        try await other.books.save(book(10, "Emma"))
        #expect(try await titled("emma") == [1, 10])
        try await other.books.delete(bookID(1))
        #expect(try await titled("emma") == [10])
        #expect(try await later.snapshot().books.count == 9)
    }
}

/// A query, and the numbers of the books it finds, in order.
struct PageOfBooks: CustomStringConvertible {
    let query: BookQuery
    let found: [UInt64]

    var description: String { "\"\(query.text)\" \(query.title ?? "") finds \(found)" }

    static let all = [
        PageOfBooks(query: BookQuery(), found: [8, 4, 1, 9, 7, 5, 3, 6, 2]),
        PageOfBooks(query: BookQuery(text: "emma"), found: [1]),
        PageOfBooks(query: BookQuery(text: "EMMA aus"), found: [1]),
        PageOfBooks(query: BookQuery(text: "anos"), found: [4]),
        PageOfBooks(query: BookQuery(text: "AÑOS garcia"), found: [4]),
        PageOfBooks(query: BookQuery(text: "\"quoted\""), found: [5]),
        PageOfBooks(query: BookQuery(text: "back\\slash"), found: [5]),
        PageOfBooks(query: BookQuery(text: "classics"), found: [1, 3]),
        PageOfBooks(query: BookQuery(text: "猫"), found: [2]),
        PageOfBooks(query: BookQuery(text: "x"), found: [6]),
        PageOfBooks(query: BookQuery(text: "emma 猫"), found: []),
        // An accent composed in one way in the book and in the other in the query; a capital without the accent.
        PageOfBooks(query: BookQuery(text: "miserables"), found: [7]),
        PageOfBooks(query: BookQuery(text: "mis\u{E9}rables"), found: [7]),
        PageOfBooks(query: BookQuery(text: "STRASSE"), found: [7]),
        // A typographic apostrophe, quotation mark or dash in the book and a plain one in the query; and the reverse.
        PageOfBooks(query: BookQuery(text: "handmaid's"), found: [9]),
        PageOfBooks(query: BookQuery(text: "handmaid’s"), found: [9]),
        PageOfBooks(query: BookQuery(text: "\"catch-22\""), found: [8]),
        PageOfBooks(query: BookQuery(text: "“catch–22”"), found: [8]),
        PageOfBooks(query: BookQuery(text: "“quoted”"), found: [5]),
        PageOfBooks(query: BookQuery(text: "o’brien sci-fi"), found: [9]),
        // Other fields than titles, authors and shelves.
        PageOfBooks(query: BookQuery(text: "for emma") { $0.fields = [.notes] }, found: [1]),
        PageOfBooks(query: BookQuery(text: "for emma") { $0.fields = [.title] }, found: []),
        PageOfBooks(query: BookQuery(text: "for austen") { $0.fields = [.authors, .notes] }, found: [1, 3]),
        PageOfBooks(query: BookQuery(text: "LIST 9") { $0.fields = [.details] }, found: [9]),
        PageOfBooks(query: BookQuery(text: "source") { $0.fields = BookField.searchable }, found: []),
        PageOfBooks(query: BookQuery(text: "“quoted” list") { $0.fields = BookField.searchable }, found: [5]),
        PageOfBooks(query: BookQuery(text: "0-14-143958-0") { $0.fields = [.isbn] }, found: [3]),
        PageOfBooks(query: BookQuery(text: "39580") { $0.fields = [.isbn] }, found: []),
        PageOfBooks(query: BookQuery(text: "9780141") { $0.fields = [.isbn] }, found: [3]),
        PageOfBooks(query: BookQuery(text: "g77") { $0.fields = [.sources] }, found: [3]),
        // Whole titles.
        PageOfBooks(query: BookQuery { $0.title = " EMMA" }, found: [1]),
        PageOfBooks(query: BookQuery { $0.title = "emm" }, found: []),
        PageOfBooks(query: BookQuery { $0.title = "emmanuel" }, found: []),
        PageOfBooks(query: BookQuery { $0.title = "les misérables" }, found: [7]),
        PageOfBooks(query: BookQuery { $0.title = "Of “quoted” and back\\slashes" }, found: [5]),
        PageOfBooks(query: BookQuery { $0.title = "\"Catch-22\"" }, found: [8]),
        PageOfBooks(query: BookQuery(text: "austen") { $0.title = "Persuasion" }, found: [3]),
        PageOfBooks(query: BookQuery(text: "austen") { $0.title = "X" }, found: []),
        // Words of the stored form that no book contains.
        PageOfBooks(query: BookQuery(text: "title"), found: []),
        PageOfBooks(query: BookQuery(text: "to-read"), found: []),
        PageOfBooks(
            query: BookQuery(text: "classics") {
                $0.isReversed = true
                $0.offset = 1
                $0.limit = 1
            }, found: [1]),
    ]

    static func books() throws -> [Book] {
        [
            try made(1, "Emma", "Jane Austen", shelf: "Classics"),
            try made(2, "吾輩は猫である", "夏目漱石"),
            try made(3, "Persuasion", "Jane Austen", shelf: "Classics"),
            try made(4, "Cien años de soledad", "Gabriel García Márquez"),
            try made(5, "Of \"quoted\" and back\\slashes", "Anonymous"),
            try made(6, "X", "Y"),
            try made(7, "Les Mise\u{301}rables", "Victor Hugo", shelf: "Straße"),
            try made(8, "“Catch—22”", "Joseph Heller"),
            try made(9, "Handmaid’s", "O'Brien", shelf: "Sci-Fi"),
        ]
    }

    private static func made(_ number: Int, _ title: String, _ author: String, shelf: String? = nil) throws -> Book {
        try book(number, title) { draft in
            draft.authors = [author]
            draft.shelves = shelf.map { [$0] } ?? []
            draft.notes = "For \(title)"
            if number == 3 { draft.isbn = try? ISBN("9780141439587") }
            if number == 3 { draft.sources = BookSources(["goodreads:G77"].compactMap(BookSource.init)) }
            if let name = DetailName("Source") { draft.details[name] = "list \(number)" }
        }
    }
}
