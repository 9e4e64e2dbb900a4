import Domain
import Testing

extension StoreContractTests {
    @Test(arguments: StoreUnderTest.allCases)
    func observingGivesThePresentValueAndEachLaterOne(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        try await library.books.save(book(1, "Emma"))
        var seen = library.books.observe().makeAsyncIterator()
        #expect(try await seen.next() == [book(1, "Emma")])
        try await library.books.save(book(2, "Persuasion"))
        #expect(try await seen.next() == [book(1, "Emma"), book(2, "Persuasion")])
        try await library.books.delete(bookID(1))
        #expect(try await seen.next() == [book(2, "Persuasion")])
    }

    @Test(arguments: StoreUnderTest.allCases)
    func changesThatNobodyWaitedForAreAllSeenInOrder(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        var seen = library.books.observe().makeAsyncIterator()
        var expected: [[Book]] = [[]]
        for number in 1...10 {
            try await library.books.save(book(number))
            expected.append(expected[number - 1] + [try book(number)])
        }
        for value in expected { #expect(try await seen.next() == value) }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func aValueEqualToTheOneBeforeIsLeftOut(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        try await library.books.save(book(1))
        var books = library.books.observe().makeAsyncIterator()
        var whole = library.observe().makeAsyncIterator()
        #expect(try await books.next() == [book(1)])
        #expect(try await whole.next() == LibrarySnapshot(books: [book(1)]))

        try await library.books.save(book(1))
        try await library.books.delete(bookID(9))
        _ = try await library.perform { unit throws(LibraryError) in try await unit.books.all() }
        // A change of another type: nothing new for those who observe books.
        try await library.borrowers.save(Samples.ana)
        try await library.books.save(book(1, "Sanditon"))
        #expect(try await books.next() == [book(1, "Sanditon")])
        #expect(try await whole.next() == LibrarySnapshot(books: [book(1)], borrowers: [Samples.ana]))
        #expect(try await whole.next() == LibrarySnapshot(books: [book(1, "Sanditon")], borrowers: [Samples.ana]))
    }

    @Test(arguments: StoreUnderTest.allCases)
    func aUnitOfWorkIsSeenWholeOrNotAtAll(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        var seen = library.observe().makeAsyncIterator()
        #expect(try await seen.next() == LibrarySnapshot())
        await #expect(throws: LibraryError.lending(.noName)) {
            try await library.perform { unit throws(LibraryError) in
                try await unit.books.save(Samples.emma)
                throw .lending(.noName)
            }
        }
        try await library.perform { unit throws(LibraryError) in
            try await unit.books.save(Samples.emma)
            try await unit.borrowers.save(Samples.ana)
        }
        #expect(try await seen.next() == LibrarySnapshot(books: [Samples.emma], borrowers: [Samples.ana]))
    }

    @Test(arguments: StoreUnderTest.allCases)
    func oneSubscriberEndsAndTheOthersGoOn(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let cancelled = Task {
            var count = 0
            for try await _ in library.books.observe() {
                count += 1
                start.yield()
            }
            return count
        }
        var first = library.books.observe().makeAsyncIterator()
        var second = library.books.observe().makeAsyncIterator()
        for await _ in started { break }
        cancelled.cancel()
        #expect(try await cancelled.value == 1)

        try await library.books.save(book(1))
        for value in [[], [try book(1)]] {
            #expect(try await first.next() == value)
            #expect(try await second.next() == value)
        }
        // One who comes later begins with what is there then.
        var third = library.books.observe().makeAsyncIterator()
        #expect(try await third.next() == [book(1)])
    }

    @Test(arguments: StoreUnderTest.allCases)
    func whoeverSubscribesWhileOthersWriteMissesNothing(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        let count = 20
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...count {
                let book = try book(number)
                group.addTask { try await library.books.save(book) }
                group.addTask {
                    // Every value is larger than the one before; a missed last one would be waited for in vain.
                    var latest = -1
                    for try await books in library.books.observe() {
                        #expect(books.count > latest)
                        latest = books.count
                        if latest == count { break }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
