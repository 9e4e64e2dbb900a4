import Domain
import Testing

extension StoreContractTests {
    @Test(arguments: StoreUnderTest.allCases)
    func aUnitOfWorkIsKeptWhole(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        try await library.books.save([book(1), book(2)])
        let answer = try await library.perform { unit throws(LibraryError) in
            try await unit.books.delete(bookID(1))
            try await unit.borrowers.save(Samples.ana)
            try await unit.loans.save(loan(1, of: 2))
            return "done"
        }
        #expect(answer == "done")
        let all = LibrarySnapshot(books: [try book(2)], borrowers: [Samples.ana], loans: [loan(1, of: 2)])
        #expect(try await library.snapshot() == all)
    }

    @Test(arguments: StoreUnderTest.allCases)
    func aUnitOfWorkThatThrowsKeepsNothing(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        try await library.books.save(book(1))
        let before = try await library.snapshot()
        await #expect(throws: LibraryError.lending(.nameTaken("Ana"))) {
            try await library.perform { unit throws(LibraryError) in
                try await unit.books.delete(bookID(1))
                try await unit.books.save(Samples.emma)
                try await unit.borrowers.save(Samples.ana)
                throw .lending(.nameTaken("Ana"))
            }
        }
        #expect(try await library.snapshot() == before)
        // And the next unit of work goes on from there.
        try await library.borrowers.save(Samples.ana)
        #expect(try await library.snapshot() == LibrarySnapshot(books: before.books, borrowers: [Samples.ana]))
    }

    @Test(arguments: StoreUnderTest.allCases)
    func aUnitOfWorkReadsWhatItHasWritten(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        try await library.books.save([book(1, "Emma"), book(3, "Persuasion")])
        try await library.perform { unit throws(LibraryError) in
            try await unit.books.save([Samples.sanditon, Samples.sanditon.changed { $0.rating = Rating(2) }])
            try await unit.books.delete(bookID(3))
            #expect(try await unit.books.all().map(\.title) == ["Emma", "Sanditon"])
            #expect(try await unit.books.find(Samples.sanditon.id)?.rating == Rating(2))
            #expect(try await unit.books.find(bookID(3)) == nil)

            try await unit.books.save(Samples.sanditon)
            try await unit.books.delete(bookID(1))
            #expect(try await unit.books.all() == [Samples.sanditon])
            try await unit.books.delete(Samples.sanditon.id)
            #expect(try await unit.books.all().isEmpty)
            try await unit.books.save(Samples.sanditon)
        }
        #expect(try await library.books.all() == [Samples.sanditon])
    }

    @Test(arguments: StoreUnderTest.allCases)
    func aUnitOfWorkLooksUpWhatItHasWritten(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        try await library.loans.save([loan(1, of: 10), loan(2, of: 11), loan(5, of: 12)])
        let ana = Borrower.ID(bits: 1)
        try await library.perform { unit throws(LibraryError) in
            try await unit.loans.save(loan(1, of: 10).returned(on: someDay))
            #expect(try await unit.loans.matching(.open(bookID(10))).isEmpty)
            try await unit.loans.save(loan(3, of: 10))
            #expect(try await unit.loans.matching(.open(bookID(10))) == [loan(3, of: 10)])
            try await unit.loans.delete(loan(2, of: 11).id)
            #expect(try await unit.loans.matching(.openTo(ana)) == [loan(3, of: 10), loan(5, of: 12)])
            try await unit.loans.save(loan(5, of: 12, to: 2))
            #expect(try await unit.loans.matching(.openTo(ana)) == [loan(3, of: 10)])
        }
        #expect(try await library.loans.matching(.openTo(ana)) == [loan(3, of: 10)])
        #expect(try await library.loans.matching(.open(bookID(12))) == [loan(5, of: 12, to: 2)])
    }

    @Test(arguments: StoreUnderTest.allCases)
    func aUnitOfWorkMayOnlyRead(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        try await library.books.save(book(1))
        let titles = try await library.perform { unit throws(LibraryError) in
            try await unit.books.all().map(\.title)
        }
        #expect(titles == ["Emma"])
        #expect(try await library.snapshot() == LibrarySnapshot(books: [book(1)]))
    }

    @Test(arguments: StoreUnderTest.allCases)
    func observingInAUnitOfWorkGivesThePresentValueAndEnds(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        try await library.books.save(book(1, "Emma"))
        let seen = try await library.perform { unit throws(LibraryError) in
            try await unit.books.save(Samples.sanditon)
            var seen: [[String]] = []
            for try await books in unit.books.observe() { seen.append(books.map(\.title)) }
            return seen
        }
        #expect(seen == [["Emma", "Sanditon"]])
    }
}
