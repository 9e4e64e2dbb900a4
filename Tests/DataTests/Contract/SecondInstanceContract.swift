import Domain
import Testing

extension StoreContractTests {
    @Test(arguments: StoreUnderTest.shared)
    func aLaterInstanceFindsEverything(store: StoreUnderTest) async throws {
        let place = try await store.makePlace()
        let first = try await place.open()
        try await first.books.save([book(1), book(2), book(3)])
        try await first.borrowers.save(Samples.ana)
        try await first.loans.save(loan(1, of: 1))
        try await first.books.delete(bookID(2))
        #expect(try await place.open().snapshot() == first.snapshot())
        #expect(try await place.open().books.all() == [book(1), book(3)])
    }

    @Test(arguments: StoreUnderTest.shared)
    func eachInstanceReadsWhatTheOtherChanged(store: StoreUnderTest) async throws {
        let place = try await store.makePlace()
        let first = try await place.open()
        let second = try await place.open()
        let isbn = try ISBN("9780439023481")
        #expect(try await second.books.all().isEmpty)
        try await first.books.save(book(1))
        #expect(try await second.books.all() == [book(1)])
        try await second.books.save([book(1, "Sanditon") { $0.isbn = isbn }, book(2)])
        #expect(try await first.books.find(bookID(1))?.title == "Sanditon")
        #expect(try await first.books.matching(.isbn(isbn)).map(\.id) == [bookID(1)])
        try await first.books.delete(bookID(1))
        #expect(try await second.books.matching(.isbn(isbn)).isEmpty)
        #expect(try await second.perform { unit throws(LibraryError) in try await unit.books.all() } == [book(2)])
        #expect(try await second.snapshot() == first.snapshot())
    }

    @Test(arguments: StoreUnderTest.shared)
    func instancesThatWriteAtOnceKeepEverything(store: StoreUnderTest) async throws {
        let place = try await store.makePlace()
        let instances = [try await place.open(), try await place.open()]
        try await instances[0].books.save(book(1))
        let shelves = Set((0..<15).map { "shelf \($0)" })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, shelf) in shelves.enumerated() {
                let library = instances[index % 2]
                let own = try book(100 + index, shelf)
                group.addTask { try await library.put(bookID(1), on: shelf) }
                group.addTask { try await library.books.save(own) }
            }
            try await group.waitForAll()
        }
        for library in instances + [try await place.open()] {
            let books = try await library.books.all()
            #expect(Set(books[0].shelves) == shelves)
            #expect(Set(books.dropFirst().map(\.title)) == shelves)
        }
    }
}
