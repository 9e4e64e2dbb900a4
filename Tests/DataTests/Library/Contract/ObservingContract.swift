import Domain
import Storage
import Testing

extension LibraryContractTests {
    @Test(arguments: StorageEngine.tested)
    func observingGivesThePresentValueAndEachLaterOne(engine: StorageEngine) async throws {
        let library = try await engine.makeLibrary()
        try await library.books.save(book(1, "Emma"))
        var seen = library.books.observe().makeAsyncIterator()
        try await library.books.save(book(2, "Persuasion"))
        try await library.books.delete(bookID(1))
        #expect(try await seen.next() == [book(1, "Emma")])
        #expect(try await seen.next() == [book(1, "Emma"), book(2, "Persuasion")])
        #expect(try await seen.next() == [book(2, "Persuasion")])
        // A later observer begins with the present value.
        var later = library.books.observe().makeAsyncIterator()
        #expect(try await later.next() == [book(2, "Persuasion")])
    }

    @Test(arguments: StorageEngine.tested)
    func aValueEqualToTheOneBeforeIsSkipped(engine: StorageEngine) async throws {
        let library = try await engine.makeLibrary()
        try await library.books.save(book(1))
        var books = library.books.observe().makeAsyncIterator()
        var whole = library.observe().makeAsyncIterator()
        #expect(try await books.next() == [book(1)])
        #expect(try await whole.next() == LibrarySnapshot(books: [book(1)]))

        try await library.books.save(book(1))
        try await library.books.delete(bookID(9))
        _ = try await library.perform { unit throws(LibraryError) in try await unit.books.all() }
        try await library.books.save(book(1, "Sanditon"))
        #expect(try await books.next() == [book(1, "Sanditon")])
        #expect(try await whole.next() == LibrarySnapshot(books: [book(1, "Sanditon")]))
    }

    @Test(arguments: StorageEngine.tested)
    func aUnitOfWorkIsObservedAsAWhole(engine: StorageEngine) async throws {
        let library = try await engine.makeLibrary()
        var seen = library.observe().makeAsyncIterator()
        #expect(try await seen.next() == LibrarySnapshot())
        await #expect(throws: LibraryError.book(.noTitle)) {
            try await library.perform { unit throws(LibraryError) in
                try await unit.books.save(book(1))
                throw .book(.noTitle)
            }
        }
        try await library.perform { unit throws(LibraryError) in
            try await unit.books.save(book(2))
            try await unit.books.save(book(3))
        }
        #expect(try await seen.next() == LibrarySnapshot(books: [book(2), book(3)]))
    }

    /// Changes in quick succession may be reported as one, so the test waits for each.
    @Test(arguments: StorageEngine.shared)
    func changesByAnotherInstanceAreObserved(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let library = location.library()
        let other = location.library()
        var books = library.books.observe().makeAsyncIterator()
        var whole = library.observe().makeAsyncIterator()
        #expect(try await books.next() == [])
        #expect(try await whole.next() == LibrarySnapshot())
        try await other.perform { unit throws(LibraryError) in
            try await unit.books.save(book(1))
            try await unit.books.save(book(2))
        }
        #expect(try await books.next() == [book(1), book(2)])
        #expect(try await whole.next() == LibrarySnapshot(books: [book(1), book(2)]))
        try await other.books.delete([bookID(1), bookID(2)])
        #expect(try await books.next() == [])
        #expect(try await whole.next() == LibrarySnapshot())
    }

    @Test(arguments: StorageEngine.tested)
    func oneSubscriberEndsAndTheOthersContinue(engine: StorageEngine) async throws {
        let library = try await engine.makeLibrary()
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let cancelled = Task {
            var count = 0
            for try await _ in library.books.observe() {
                count += 1
                start.yield()
            }
            return count
        }
        var other = library.books.observe().makeAsyncIterator()
        for await _ in started { break }
        cancelled.cancel()
        #expect(try await cancelled.value == 1)
        try await library.books.save(book(1))
        #expect(try await other.next() == [])
        #expect(try await other.next() == [book(1)])
    }
}
