import Domain
import Storage
import Synchronization
import Testing

extension LibraryContractTests {
    /// A reader of the news always knows the contents of the repository.
    @Test(arguments: StorageEngine.tested)
    func newsAreTheChangesSinceTheMark(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let library = location.library()
        let other = location.library()
        var reader = NewsReader()
        try await library.books.save([book(1), book(2), book(3)])
        try await reader.read(library)
        #expect(try reader.books == [book(1), book(2), book(3)])

        try await library.books.save(book(2, "Sanditon"))
        try await reader.read(library)
        #expect(try reader.books == [book(1), book(2, "Sanditon"), book(3)])
        #expect(try reader.latest == (engine.store.knowsChanges ? [book(2, "Sanditon")] : reader.books))

        try await other.books.save([book(4), book(1, "Persuasion")])
        try await other.books.delete(bookID(3))
        try await reader.read(library)
        #expect(try reader.books == [book(1, "Persuasion"), book(2, "Sanditon"), book(4)])

        try await reader.read(library)
        #expect(try reader.books == [book(1, "Persuasion"), book(2, "Sanditon"), book(4)])
        #expect(reader.latest == (engine.store.knowsChanges ? [] : reader.books))
    }

    @Test(arguments: StorageEngine.tested)
    func newsSinceAForeignMarkAreComplete(engine: StorageEngine) async throws {
        let library = try await engine.makeLibrary()
        let foreign = try await engine.makeLibrary()
        try await library.books.save([book(1), book(2)])
        for number in 1...5 { try await foreign.books.save(book(number)) }
        for mark in [nil, try await foreign.books.news(since: nil).mark, RepositoryMark("yesterday")] {
            let news = try await library.books.news(since: mark)
            #expect(news.isComplete)
            #expect(try news.saved == [book(1), book(2)])
            #expect(news.deleted.isEmpty)
        }
    }

    @Test(arguments: StorageEngine.tested)
    func deletingAMissingEntityIsNoNews(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let library = location.library()
        try await library.books.save(book(1))
        let mark = try await library.books.news(since: nil).mark
        try await location.library().books.delete([bookID(2)])
        #expect(try await library.books.news(since: mark).deleted.isEmpty)
    }

    /// A unit of work can use the mark of the one before.
    @Test(arguments: StorageEngine.tested)
    func aUnitOfWorkReadsOnlyTheNews(engine: StorageEngine) async throws {
        let library = try await engine.makeLibrary()
        try await library.books.save([book(1), book(2)])
        var reader = NewsReader()
        reader = try await library.perform { [reader] unit throws(LibraryError) in
            try await reader.reading(unit.books)
        }
        #expect(try reader.books == [book(1), book(2)])

        try await library.books.save(book(2, "Sanditon"))
        reader = try await library.perform { [reader] unit throws(LibraryError) in
            try await reader.reading(unit.books)
        }
        #expect(try reader.books == [book(1), book(2, "Sanditon")])
        #expect(try reader.latest == (engine.store.knowsChanges ? [book(2, "Sanditon")] : reader.books))
    }

    /// The news inside a unit of work include its own changes. If it fails, later news revoke them.
    @Test(arguments: StorageEngine.tested)
    func newsOfAFailedUnitOfWorkAreRevoked(engine: StorageEngine) async throws {
        let library = try await engine.makeLibrary()
        try await library.books.save([book(1), book(2)])
        let before = try await NewsReader().reading(library.books)
        let during = Mutex(before)
        await #expect(throws: LibraryError.book(.noTitle)) {
            try await library.perform { unit throws(LibraryError) in
                try await unit.books.save(book(3))
                try await unit.books.delete(bookID(1))
                let reader = try await before.reading(unit.books)
                during.withLock { $0 = reader }
                throw .book(.noTitle)
            }
        }
        let reader = during.withLock { $0 }
        #expect(try reader.books == [book(2), book(3)])
        #expect(try await reader.reading(library.books).books == [book(1), book(2)])
    }
}

/// Follows the books of a library by their news.
private struct NewsReader {
    private var mark: RepositoryMark?
    private var known: [Book.ID: Book] = [:]
    /// The books of the latest news.
    private(set) var latest: [Book] = []

    var books: [Book] { known.values.sorted { $0.id < $1.id } }

    mutating func read(_ library: any Library) async throws {
        self = try await reading(library.books)
    }

    func reading(_ repository: any Repository<Book>) async throws(LibraryError) -> NewsReader {
        let news = try await repository.news(since: mark)
        var reader = self
        if news.isComplete { reader.known = [:] }
        for book in news.saved { reader.known[book.id] = book }
        for id in news.deleted { reader.known[id] = nil }
        reader.mark = news.mark
        reader.latest = news.saved
        return reader
    }
}
