import Domain
import Storage
import StorageTestSupport
import TestSupport
import Testing

extension LibraryContractTests {
    @Test(arguments: StorageEngine.tested)
    func aNewLibraryIsEmpty(engine: StorageEngine) async throws {
        let library = try await engine.makeLibrary()
        #expect(try await library.snapshot() == LibrarySnapshot())
        #expect(try await library.books.all().isEmpty)
        #expect(try await library.books.find(bookID(1)) == nil)
    }

    @Test(arguments: StorageEngine.tested)
    func keepsEveryFieldOfABook(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let library = location.library()
        let full = try Book(id: bookID(1), draft: fullDraft(), added: someDay)
        try await library.books.save([full, book(2)])
        let all = LibrarySnapshot(books: [full, try book(2)])
        #expect(try await library.snapshot() == all)
        #expect(try await location.library().snapshot() == all)
    }

    @Test(arguments: StorageEngine.tested)
    func insertsReplacesAndDeletes(engine: StorageEngine) async throws {
        let library = try await engine.makeLibrary()
        // Of two books with the same identifier, the later is kept.
        try await library.books.save([book(1, "Emma"), book(2, "Persuasion"), book(1, "Sanditon")])
        #expect(try await library.books.all() == [book(1, "Sanditon"), book(2, "Persuasion")])
        try await library.books.save([book(1, "Emma"), book(3, "Lady Susan")])
        #expect(try await library.books.all() == [book(1, "Emma"), book(2, "Persuasion"), book(3, "Lady Susan")])
        try await library.books.delete([bookID(1), bookID(9), bookID(3), bookID(1)])
        #expect(try await library.books.all() == [book(2, "Persuasion")])
        try await library.books.save([])
        try await library.books.delete([])
        #expect(try await library.snapshot() == LibrarySnapshot(books: [book(2, "Persuasion")]))
        // The library is empty, and returns nothing from an earlier read.
        try await library.books.delete(bookID(2))
        #expect(try await library.books.all().isEmpty)
        #expect(try await library.snapshot() == LibrarySnapshot())
    }

    /// The record stores' contract tests the order of their records on every engine.
    @Test func readsInTheOrderOfIdentifiers() async throws {
        let library = try await StorageEngine.journal.makeLibrary()
        // As texts, by hash value and by time of saving, these numbers have other orders.
        let numbers = [300, 2, 1 << 59, 41, 10, 1 << 40]
        for number in numbers { try await library.books.save(book(number)) }
        #expect(try await library.books.all().map(\.id) == numbers.sorted().map(bookID))
        #expect(try await library.snapshot().books.map(\.id) == numbers.sorted().map(bookID))
    }

    @Test(arguments: StorageEngine.tested)
    func keepsAWholeBatch(engine: StorageEngine) async throws {
        let library = try await engine.makeLibrary()
        let books = try (0..<min(library.batchSize, 1000)).map { try book($0, "Volume \($0)") }
        try await library.books.save(books)
        #expect(try await library.books.all() == books)
        try await library.books.delete(books.dropFirst().map(\.id))
        #expect(try await library.books.all() == [books[0]])
    }

    /// The record stores' contract tests these texts on every engine.
    @Test func keepsTextsAsTheyAre() async throws {
        let library = try await StorageEngine.journal.makeLibrary()
        // Titles have visible characters.
        let texts = awkwardTexts.filter { !$0.allSatisfy(\.isWhitespace) }
        let books = try texts.enumerated().map { index, text in
            try book(index, text) { draft in
                draft.authors = [text, "Ana"]
                draft.shelves = [text]
            }
        }
        for book in books { try await library.books.save(book) }
        let found = try await library.books.all()
        #expect(found == books)
        for (found, book) in zip(found, books) {
            // By scalars, because strings are equal even if their accents are composed differently.
            #expect(found.title.unicodeScalars.elementsEqual(book.title.unicodeScalars))
            #expect(found.shelves[0].unicodeScalars.elementsEqual(book.shelves[0].unicodeScalars))
        }
    }
}
