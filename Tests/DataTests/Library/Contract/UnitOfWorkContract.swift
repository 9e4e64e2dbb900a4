import Domain
import FileTestSupport
import Storage
import Synchronization
import Testing

extension LibraryContractTests {
    /// An error of the work is not mistaken for an error of the store, even if it looks like one.
    @Test(
        arguments: StorageEngine.tested,
        [
            LibraryError.book(.noTitle), .book(.noSuchBook("Emma")),
            .store(.busy(location: "elsewhere", seconds: 3)),
        ])
    func aUnitOfWorkThatThrowsKeepsNothing(engine: StorageEngine, error: LibraryError) async throws {
        let library = try await engine.makeLibrary()
        try await library.books.save(book(1))
        await #expect(throws: error) {
            try await library.perform { unit throws(LibraryError) in
                try await unit.books.delete(bookID(1))
                try await unit.books.save(book(2))
                throw error
            }
        }
        #expect(try await library.snapshot() == LibrarySnapshot(books: [book(1)]))
        // The next unit of work starts from that state.
        try await library.books.save(book(3))
        #expect(try await library.snapshot() == LibrarySnapshot(books: [book(1), book(3)]))
    }

    @Test(arguments: StorageEngine.tested)
    func aUnitOfWorkReadsItsOwnWrites(engine: StorageEngine) async throws {
        let library = try await engine.makeLibrary()
        try await library.books.save([book(1, "Emma"), book(3, "Persuasion")])
        try await library.perform { unit throws(LibraryError) in
            try await unit.books.save([book(2, "Lady Susan"), book(2, "Sanditon")])
            try await unit.books.delete(bookID(3))
            #expect(try await unit.books.all() == [book(1, "Emma"), book(2, "Sanditon")])
            #expect(try await unit.books.news(since: nil).saved == [book(1, "Emma"), book(2, "Sanditon")])
            #expect(try await unit.books.find(bookID(2)) == book(2, "Sanditon"))
            #expect(try await unit.books.find(bookID(3)) == nil)

            try await unit.books.delete([bookID(1), bookID(2)])
            #expect(try await unit.books.all().isEmpty)
            try await unit.books.save(book(2, "The Watsons"))
        }
        #expect(try await library.books.all() == [book(2, "The Watsons")])
    }

    /// It sees neither the changes by others nor what the library has read since it began.
    @Test(arguments: StorageEngine.tested.filter { $0.store.isOptimistic })
    func anOptimisticUnitOfWorkReadsOneMoment(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let library = location.library()
        let other = location.library()
        try await library.books.save(book(1))
        _ = try await library.books.all()
        let seen = try await library.perform { unit throws(LibraryError) in
            let before = try await unit.books.all()
            try await other.books.save(book(2))
            #expect(try await library.books.all() == [book(1), book(2)])
            return [before, try await unit.books.all(), try await unit.books.find(bookID(2)).map { [$0] } ?? []]
        }
        #expect(try seen == [[book(1)], [book(1)], []])
        #expect(try await library.books.all() == [book(1), book(2)])
    }

    /// The change of its first run, which met another's, is forgotten.
    @Test(arguments: StorageEngine.tested.filter { $0.store.isOptimistic })
    func aUnitOfWorkThatRunsAgainStartsAfresh(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let (library, other) = (location.library(), location.library())
        try await library.books.save(book(1))
        let runs = Mutex(0)
        try await library.perform { unit throws(LibraryError) in
            let number = runs.withLock { runs in
                runs += 1
                return runs
            }
            for book in try await unit.books.all() {
                try await unit.books.save(book.changed { $0.shelves.append("run \(number)") })
            }
            if number == 1 { try await other.books.save(book(1) { $0.shelves = ["theirs"] }) }
        }
        #expect(try await library.books.all().map(\.shelves) == [["theirs", "run 2"]])
    }

    @Test(arguments: StorageEngine.tested)
    func aUnitOfWorkMayOnlyRead(engine: StorageEngine) async throws {
        let library = try await engine.makeLibrary()
        try await library.books.save(book(1))
        let titles = try await library.perform { unit throws(LibraryError) in
            try await unit.books.all().map(\.title)
        }
        #expect(titles == ["Emma"])
        #expect(try await library.snapshot() == LibrarySnapshot(books: [book(1)]))
    }

    @Test(arguments: StorageEngine.tested)
    func observingInAUnitOfWorkGivesThePresentValueAndEnds(engine: StorageEngine) async throws {
        let library = try await engine.makeLibrary()
        try await library.books.save(book(1, "Emma"))
        let seen = try await library.perform { unit throws(LibraryError) in
            try await unit.books.save(book(2, "Sanditon"))
            var seen: [[String]] = []
            for try await books in unit.books.observe() { seen.append(books.map(\.title)) }
            return seen
        }
        #expect(seen == [["Emma", "Sanditon"]])
    }
}
