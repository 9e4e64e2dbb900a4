import Domain
import Storage
import TestSupport
import Testing

@testable import Data

extension UnitOfWork {
    /// Adds two people, and lends the first book to the first of them.
    func lendTheFirst() async throws(LibraryError) {
        try await borrowers.save([borrower(1), borrower(2, "Ben")])
        try await loans.save(loan(1, of: 1))
    }
}

extension WayAroundRules {
    /// Beside the books, the library has the people 1 and 2, and an open loan of book 1 to person 1.
    static func ofLending() throws -> [WayAroundRules] {
        let isbn = try ISBN("9780439023481")
        let first = try book(1) { $0.isbn = isbn }
        let (ana, due) = (try borrower(1), try loan(1, of: 1).due)
        let lent = LibraryError.lending(.alreadyLent(first, to: ana.name, due: due))
        return [
            WayAroundRules("a loan saved", lent) { library throws(LibraryError) in
                try await library.loans.save(loan(2, of: 1, to: 2))
            },
            WayAroundRules("a loan moved to a lent book", lent) { library throws(LibraryError) in
                try await library.perform { unit throws(LibraryError) in
                    try await unit.loans.save(loan(2, of: 2, to: 2))
                    try await unit.loans.save(loan(2, of: 1, to: 2))
                }
            },
            WayAroundRules("a book lent", lent) { library throws(LibraryError) in
                _ = try await LendBook(context(library), preferences: DefaultPreferences())(bookID(1), to: "Cleo")
            },
            WayAroundRules("a loan of no book", .book(.noSuchBook("\(bookID(9))"))) { library throws(LibraryError) in
                try await library.loans.save(loan(2, of: 9))
            },
            WayAroundRules("a loan to nobody", .lending(.noSuchBorrower("\(borrowerID(9))"))) {
                library throws(LibraryError) in
                try await library.loans.save(loan(2, of: 2, to: 9))
            },
            WayAroundRules("a book lent and deleted at once", .lending(.isLent(try book(2), to: ana.name, due: due))) {
                library throws(LibraryError) in
                try await library.perform { unit throws(LibraryError) in
                    try await unit.books.delete(bookID(2))
                    try await unit.loans.save(loan(2, of: 2))
                }
            },
            WayAroundRules("a lent book deleted", .lending(.isLent(first, to: ana.name, due: due))) {
                library throws(LibraryError) in try await library.books.delete(bookID(1))
            },
            WayAroundRules("a lent book removed", .lending(.isLent(first, to: ana.name, due: due))) {
                library throws(LibraryError) in _ = try await RemoveBooks(context(library))([bookID(2), bookID(1)])
            },
            WayAroundRules("a removal rehearsed", .lending(.isLent(first, to: ana.name, due: due))) {
                library throws(LibraryError) in _ = try await RemoveBooks(context(library))([bookID(1)], dryRun: true)
            },
            WayAroundRules("a person with a book deleted", .lending(.hasBooks(ana, count: 1))) {
                library throws(LibraryError) in try await library.borrowers.delete(borrowerID(1))
            },
        ]
    }
}

extension LibraryContractTests {
    /// The first writer succeeds; the others are refused.
    @Test(arguments: StorageEngine.tested)
    func ofConcurrentWritersOneLendsABook(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        try await fill(location)
        let libraries = [location.library(), location.library()]
        let kept = await withTaskGroup { group in
            for number in 10..<30 {
                group.addTask {
                    (try? await libraries[number % 2].loans.save(loan(number, of: 2, to: number % 2 + 1))) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(kept == 1)
        #expect(try await libraries[0].snapshot().loans.count { $0.book == bookID(2) } == 1)
    }

    @Test(arguments: StorageEngine.tested)
    func anEndedLoanGoesWithItsBook(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        try await fill(location)
        let library = location.library()
        try await library.loans.save(loan(1, of: 1).returned(on: someDay))
        try await library.perform { unit throws(LibraryError) in try await unit.books.delete(bookID(1)) }
        #expect(try await library.snapshot().loans == [])
        #expect(try await library.books.all() == [book(2)])
    }
}
