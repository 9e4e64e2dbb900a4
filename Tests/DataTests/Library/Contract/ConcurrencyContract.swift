import Data
import Domain
import Storage
import Testing

extension LibraryContractTests {
    @Test(arguments: StorageEngine.tested)
    func concurrentUnitsOfWorkLoseNothing(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let libraries = [location.library(), location.library()]
        try await libraries[0].books.save(book(1))
        let shelves = Set((0..<30).map { "shelf \($0)" })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, shelf) in shelves.enumerated() {
                let library = libraries[index % 2]
                group.addTask { try await library.put(bookID(1), on: shelf) }
                group.addTask { try await library.books.save(book(100 + index, shelf)) }
            }
            try await group.waitForAll()
        }
        for library in libraries + [location.library()] {
            let books = try await library.books.all()
            #expect(Set(books[0].shelves) == shelves)
            #expect(Set(books.dropFirst().map(\.title)) == shelves)
        }
    }

    @Test(arguments: StorageEngine.tested)
    func aBookIsLentOnceDespiteConcurrentLoans(engine: StorageEngine) async throws {
        let library = try await engine.makeLibrary()
        try await library.books.save(book(1))
        let outcomes = await withTaskGroup(of: LibraryError?.self) { group in
            for number in 1...20 {
                group.addTask {
                    do throws(LibraryError) {
                        try await library.lend(bookID(1), toPerson: number)
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

    /// Writers keep as many loans as books, and a reader sees equal numbers at every moment.
    @Test(arguments: StorageEngine.tested)
    func aSnapshotIsOfOneMoment(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let libraries = [location.library(), location.library()]
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 1...20 {
                group.addTask {
                    try await libraries[0].perform { unit throws(LibraryError) in
                        try await unit.books.save(book(number))
                        try await unit.loans.save(loan(number, of: number))
                    }
                    return true
                }
                group.addTask {
                    let all = try await libraries[number % 2].snapshot()
                    return all.books.map(\.id) == all.loans.map(\.book)
                }
            }
            for try await isWhole in group { #expect(isWhole) }
        }
        #expect(try await libraries[1].snapshot().loans.count == 20)
    }
}

extension Library {
    /// Reads a book, and saves it with one more shelf.
    fileprivate func put(_ id: Book.ID, on shelf: String) async throws(LibraryError) {
        try await perform { unit throws(LibraryError) in
            guard let book = try await unit.books.find(id) else { throw .book(.noSuchBook("\(id)")) }
            // Lets other writers come between.
            await Task.yield()
            try await unit.books.save(book.changed { $0.shelves.append(shelf) })
        }
    }

    /// Lends as the use case does, but pauses after reading so that other writers can come between.
    fileprivate func lend(_ id: Book.ID, toPerson number: Int) async throws(LibraryError) {
        try await perform { unit throws(LibraryError) in
            guard let book = try await unit.books.find(id) else { throw .book(.noSuchBook("\(id)")) }
            if let loan = try await unit.loans.matching(.open(id)).first {
                let name = try await unit.borrowers.find(loan.borrower)?.name
                throw .lending(.alreadyLent(book, to: name ?? "", due: loan.due))
            }
            try await unit.borrowers.save(borrower(number, "Person \(number)"))
            try await unit.loans.save(loan(number, of: 1, to: number))
            await Task.yield()
        }
    }
}
