import Domain
import Storage
import TestSupport
import Testing

@testable import Data

/// Code that breaks a rule, in a library that has the books 1, with an ISBN, and 2.
struct WayAroundRules: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (any Library) async throws(LibraryError) -> Void
    let refusal: LibraryError

    init(
        _ name: String, _ refusal: LibraryError,
        _ change: @escaping @Sendable (any Library) async throws(LibraryError) -> Void
    ) {
        (testDescription, self.refusal, self.change) = (name, refusal, change)
    }

    static func all() throws -> [WayAroundRules] {
        try ofBooks() + ofLending()
    }

    private static func ofBooks() throws -> [WayAroundRules] {
        let isbn = try ISBN("9780439023481")
        let first = try book(1) { $0.isbn = isbn }
        let twin = try book(3) { $0.isbn = isbn }
        let sameISBN = LibraryError.book(.sameISBN(isbn, first))
        return [
            WayAroundRules("a book saved", sameISBN) { library throws(LibraryError) in
                try await library.books.save(twin)
            },
            WayAroundRules("a book saved in a unit, with others", sameISBN) { library throws(LibraryError) in
                try await library.perform { unit throws(LibraryError) in
                    try await unit.books.save([book(4), twin, book(5)])
                }
            },
            WayAroundRules("many books saved", sameISBN) { library throws(LibraryError) in
                // So many keys are looked up in an index.
                let numbers = (1...40).compactMap { try? ISBN("9780141\(30000 + $0)".withCheckDigit) }
                try await library.books.save(
                    numbers.indices.map { index throws(LibraryError) in
                        try book(100 + index) { $0.isbn = numbers[index] }
                    } + [twin])
            },
            WayAroundRules("a book added", sameISBN) { library throws(LibraryError) in
                _ = try await AddBook(context(library))(BookDraft(title: "Emma", authors: ["Jane Austen"], isbn: isbn))
            },
            WayAroundRules("a book edited", sameISBN) { library throws(LibraryError) in
                _ = try await EditBook(context(library))(bookID(2)) { draft throws(LibraryError) in draft.isbn = isbn }
            },
        ]
    }
}

extension LibraryContractTests {
    func fill(_ location: LibraryLocation) async throws {
        let isbn = try ISBN("9780439023481")
        try await location.library().perform { unit throws(LibraryError) in
            try await unit.books.save([book(1) { $0.isbn = isbn }, book(2)])
            try await unit.lendTheFirst()
        }
    }

    @Test(arguments: StorageEngine.tested, try WayAroundRules.all())
    func noWayLeadsAroundTheRules(engine: StorageEngine, way: WayAroundRules) async throws {
        let location = try await engine.makeLibraryLocation()
        try await fill(location)
        let library = location.library()
        let before = try await library.snapshot()
        await #expect(throws: way.refusal) { try await way.change(library) }
        #expect(try await library.snapshot() == before)
    }

    /// The first writer succeeds; the others are refused.
    @Test(arguments: StorageEngine.tested)
    func concurrentWritersKeepTheRules(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        try await fill(location)
        let libraries = [location.library(), location.library()]
        let isbn = try ISBN("9780141439587")
        let kept = await withTaskGroup { group in
            for number in 10..<30 {
                group.addTask {
                    let library = libraries[number % 2]
                    return (try? await library.books.save(book(number) { $0.isbn = isbn })) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(kept == 1)
        #expect(try await libraries[0].snapshot().books.count { $0.isbn == isbn } == 1)
    }

    /// The index for many keys learns what others save.
    @Test(arguments: StorageEngine.tested)
    func manyBooksAreCheckedAgainstThoseOfOthers(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let (library, other) = (location.library(), location.library())
        let numbers = (1...60).compactMap { try? ISBN("9780141\(30000 + $0)".withCheckDigit) }
        try #require(numbers.count == 60)
        try await library.books.save(
            numbers[..<20].enumerated().map { number, isbn in try book(number) { $0.isbn = isbn } })
        let taken = try book(50) { $0.isbn = numbers[30] }
        try await other.books.save(taken)
        let new = try numbers[20..<40].enumerated().map { number, isbn in try book(20 + number) { $0.isbn = isbn } }
        await #expect(throws: LibraryError.book(.sameISBN(numbers[30], taken))) { try await library.books.save(new) }
        try await other.books.delete(taken.id)
        try await library.books.save(new)
        #expect(try await other.books.all().count == 40)
    }

    /// An import refuses rows, and merges rows with books; whatever it does, it keeps the rules.
    @Test(arguments: StorageEngine.tested, [true, false])
    func importsKeepTheRules(engine: StorageEngine, updates: Bool) async throws {
        let location = try await engine.makeLibraryLocation()
        try await fill(location)
        let library = location.library()
        let isbn = try ISBN("9780439023481")
        let drafts = [(bookID(2), "Two"), (bookID(1), "One"), (bookID(7), "New"), (bookID(7), "Again")]
        let rows = drafts.enumerated().map { index, row in
            let draft = BookDraft(title: row.1, authors: ["Writer"], isbn: isbn)
            return ImportRow(line: index + 1, content: .book(ImportedBook(id: row.0, draft)))
        }
        let report = try await ImportBooks(context(library))(rows, updates: updates)
        #expect(report.added == 0)
        #expect(try await library.books.all().count { $0.isbn == isbn } == 1)
        #expect(try await library.books.all().map(\.id) == [bookID(1), bookID(2)])
    }

    /// As somebody may have edited the file: such books can be changed, and given other ISBNs.
    @Test(arguments: StorageEngine.tested)
    func aDoubledISBNLocksNoBook(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        try await fill(location)
        let isbn = try ISBN("9780439023481")
        try await location.save(book(2) { $0.isbn = isbn })
        let library = location.library()
        let edit = EditBook(context(library))
        for id in [bookID(1), bookID(2)] {
            let edited = try await edit(id) { draft throws(LibraryError) in draft.isFavorite = true }
            #expect(edited.isFavorite && edited.isbn == isbn)
        }
        #expect(try await edit(bookID(2)) { draft throws(LibraryError) in draft.isbn = nil }.isbn == nil)
    }

    @Test(arguments: StorageEngine.tested)
    func booksWithADoubledISBNAreMerged(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        try await fill(location)
        let isbn = try ISBN("9780439023481")
        try await location.save(book(2) { $0.isbn = isbn })
        let library = location.library()
        let merged = try await MergeBooks(context(library))([bookID(1)], into: bookID(2)).book
        #expect(merged.isbn == isbn)
        #expect(try await library.loans.all().map(\.book) == [bookID(2)])
    }
}

extension String {
    /// An ISBN of these twelve digits.
    fileprivate var withCheckDigit: String {
        let sum = zip(compactMap(\.wholeNumberValue), 0...).reduce(0) { $0 + $1.0 * ($1.1 % 2 == 0 ? 1 : 3) }
        return "\(self)\((10 - sum % 10) % 10)"
    }
}
