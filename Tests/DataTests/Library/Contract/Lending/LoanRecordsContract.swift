import Domain
import Storage
import TestSupport
import Testing

@testable import Data

extension RecordKind {
    static let borrowers = RecordKind(singular: "borrower", plural: "borrowers")
    static let loans = RecordKind(singular: "loan", plural: "loans")
}

extension LibraryContractTests {
    @Test(arguments: StorageEngine.tested)
    func keepsEveryFieldOfBorrowersAndLoans(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let library = location.library()
        #expect(try await library.loans.matching(.open(bookID(1))).isEmpty)
        let loans = [try loan(1, of: 1).returned(on: someDay + 3), try loan(2, of: 2)]
        try await library.books.save([book(1), book(2)])
        try await library.borrowers.save(borrower(1, "Ana"))
        try await library.loans.save(loans)
        let all = LibrarySnapshot(
            books: [try book(1), try book(2)], borrowers: [try borrower(1, "Ana")], loans: loans)
        #expect(try await library.snapshot() == all)
        #expect(try await location.library().snapshot() == all)
    }

    @Test(arguments: StorageEngine.tested)
    func anIdentifierNamesAnEntityOfOneType(engine: StorageEngine) async throws {
        let library = try await engine.makeLibrary()
        try await library.books.save([book(1, "Emma"), book(2, "Persuasion")])
        try await library.borrowers.save(borrower(1, "Ana"))
        #expect(try await library.books.find(bookID(1)) == book(1, "Emma"))
        #expect(try await library.borrowers.find(borrowerID(1)) == borrower(1, "Ana"))
        #expect(try await library.borrowers.find(borrowerID(2)) == nil)
        try await library.borrowers.delete(borrowerID(1))
        #expect(try await library.books.find(bookID(1)) == book(1, "Emma"))
    }

    @Test(arguments: StorageEngine.tested)
    func findsOpenLoansByBookAndByBorrower(engine: StorageEngine) async throws {
        let library = try await engine.makeLibrary()
        let loans = [try loan(1, of: 10, to: 1), try loan(2, of: 11, to: 2), try loan(3, of: 12, to: 1)]
        try await library.books.save([book(10), book(11), book(12)])
        try await library.borrowers.save([borrower(1), borrower(2)])
        try await library.loans.save(loans.reversed())
        #expect(try await library.loans.matching(.open(bookID(11))) == [loans[1]])
        #expect(try await library.loans.matching(.openTo(borrowerID(1))) == [loans[0], loans[2]])
        // An identifier of another type with the same text.
        #expect(try await library.loans.matching(.openTo(borrowerID(11))).isEmpty)

        try await library.loans.save(loans[0].returned(on: someDay))
        #expect(try await library.loans.matching(.open(bookID(10))).isEmpty)
        #expect(try await library.loans.matching(.openTo(borrowerID(1))) == [loans[2]])
        #expect(try await library.loans.all().count == 3)
    }

    @Test(arguments: StorageEngine.tested)
    func unknownMembersOfAPersonAreKept(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        try await location.store().save(
            (.borrowers, "000000000001", #"{"id":"000000000001","phone":{"home":"none"},"name":"Ana"}"#))
        try await location.library().perform { unit throws(LibraryError) in
            try await unit.borrowers.save(borrower(1, "Zoë"))
        }
        #expect(
            try await location.store().text("000000000001", of: .borrowers)
                == #"{"id":"000000000001","name":"Zoë","phone":{"home":"none"}}"#)
    }
}
