import Domain
import Storage
import Testing

extension LibraryContractTests {
    /// Whoever follows the news knows what the repository holds.
    @Test(arguments: StorageEngine.tested)
    func newsAreWhatHasChangedSinceTheMark(engine: StorageEngine) async throws {
        let place = try await engine.makePlace()
        let library = place.library()
        let other = place.library()
        var reader = NewsReader()
        try await library.books.save([book(1), book(2), book(3)])
        try await reader.read(library)
        #expect(try reader.books == [book(1), book(2), book(3)])

        try await library.books.save(book(2, "Sanditon"))
        try await reader.read(library)
        #expect(try reader.books == [book(1), book(2, "Sanditon"), book(3)])
        #expect(try reader.latest == (engine.knowsWhatHasChanged ? [book(2, "Sanditon")] : reader.books))

        try await other.books.save([book(4), book(1, "Persuasion")])
        try await other.books.delete(bookID(3))
        // A change of another type is no news.
        try await other.borrowers.save(borrower(1))
        try await reader.read(library)
        #expect(try reader.books == [book(1, "Persuasion"), book(2, "Sanditon"), book(4)])

        try await reader.read(library)
        #expect(try reader.books == [book(1, "Persuasion"), book(2, "Sanditon"), book(4)])
        #expect(reader.latest == (engine.knowsWhatHasChanged ? [] : reader.books))
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
}

/// Keeps up with the books of a library by their news.
private struct NewsReader {
    private var mark: RepositoryMark?
    private var known: [Book.ID: Book] = [:]
    /// The books of the latest news.
    private(set) var latest: [Book] = []

    var books: [Book] { known.values.sorted { $0.id < $1.id } }

    mutating func read(_ library: any Library) async throws {
        let news = try await library.books.news(since: mark)
        if news.isComplete { known = [:] }
        for book in news.saved { known[book.id] = book }
        for id in news.deleted { known[id] = nil }
        mark = news.mark
        latest = news.saved
    }
}
