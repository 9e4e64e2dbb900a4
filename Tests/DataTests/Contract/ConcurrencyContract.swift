import Data
import Domain
import Testing

extension StoreContractTests {
    @Test(arguments: StoreUnderTest.allCases)
    func concurrentUnitsOfWorkLoseNothing(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        try await library.books.save(book(1))
        let shelves = Set((0..<50).map { "shelf \($0)" })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for shelf in shelves {
                group.addTask { try await library.put(bookID(1), on: shelf) }
            }
            try await group.waitForAll()
        }
        #expect(try await library.books.find(bookID(1)).map { Set($0.shelves) } == shelves)
    }

    @Test(arguments: StoreUnderTest.allCases)
    func aBookIsLentOnceHoweverManyTry(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        try await library.books.save(book(1))
        let outcomes = await withTaskGroup(of: LibraryError?.self) { group in
            for number in 0..<20 {
                let lend = LendBook.sample(in: HesitantLibrary(library: library), number: number)
                group.addTask {
                    do throws(LibraryError) {
                        _ = try await lend(bookID(1), to: "Person \(number)")
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let all = try await library.snapshot()
        let winner = try #require(all.borrowers.first).name
        let refusal = LibraryError.lending(.alreadyLent(try book(1), to: winner, due: someDay + 28))
        #expect(outcomes.count { $0 == nil } == 1)
        #expect(outcomes.count { $0 == refusal } == 19)
        #expect(all.borrowers.count == 1)
        #expect(all.loans.map(\.borrower) == all.borrowers.map(\.id))
    }

    /// Writers keep as many loans as books, and a reader sees that at every moment.
    @Test(arguments: StoreUnderTest.allCases)
    func aSnapshotIsOfOneMoment(store: StoreUnderTest) async throws {
        let library = try await store.makeLibrary()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 1...20 {
                let book = try book(number)
                group.addTask {
                    try await library.perform { unit throws(LibraryError) in
                        try await unit.books.save(book)
                        try await unit.loans.save(loan(number, of: number))
                    }
                    return true
                }
                group.addTask {
                    let all = try await library.snapshot()
                    return all.books.map(\.id) == all.loans.map(\.book)
                }
            }
            for try await isWhole in group { #expect(isWhole) }
        }
        #expect(try await library.snapshot().loans.count == 20)
    }
}

extension Library {
    /// Reads a book, and writes it as it was read but for one shelf more.
    func put(_ id: Book.ID, on shelf: String) async throws(LibraryError) {
        try await perform { unit throws(LibraryError) in
            guard let book = try await unit.books.find(id) else { throw .book(.noSuchBook("\(id)")) }
            // Gives others the chance to come between.
            await Task.yield()
            try await unit.books.save(book.changed { $0.shelves.append(shelf) })
        }
    }
}

extension LendBook {
    /// The use case as one process runs it; `number` takes the place of chance.
    fileprivate static func sample(in library: any Library, number: Int) -> LendBook {
        LendBook(
            library: library, preferences: KeyValuePreferences(store: InMemoryKeyValueStore()),
            folding: TextFolding { $0.lowercased() },
            today: { someDay }, randomBits: { UInt64(number) })
    }
}

/// A library whose units of work pause between their last read and their end, so that others come between if they can.
private struct HesitantLibrary: Library {
    let library: any Library

    var books: any Repository<Book> { library.books }
    var borrowers: any Repository<Borrower> { library.borrowers }
    var loans: any Repository<Loan> { library.loans }
    var batchSize: Int { library.batchSize }

    func snapshot() async throws(LibraryError) -> LibrarySnapshot {
        try await library.snapshot()
    }

    func observe() -> Updates<LibrarySnapshot> {
        library.observe()
    }

    func perform<Value: Sendable>(
        _ work: @Sendable (UnitOfWork) async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        try await library.perform { unit throws(LibraryError) in
            let value = try await work(unit)
            await Task.yield()
            return value
        }
    }
}
