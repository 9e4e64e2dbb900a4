import Domain
import Storage
import Testing

@testable import Data

extension LibraryContractTests {
    /// Another instance sees the command, takes it back, and brings it back.
    @Test(arguments: StorageEngine.tested)
    func loansAndPeopleAreTakenBackAndBroughtBack(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        try await location.fillWithLoans()
        let before = try await location.contents()
        try await location.command("edit").perform { unit throws(LibraryError) in
            try await unit.books.save(book(5, "Persuasion"))
            try await unit.borrowers.save([borrower(11, "Zoë"), borrower(13, "Chloé")])
            try await unit.loans.save([loan(21, of: 2, to: 11).returned(on: someDay), loan(23, of: 5, to: 13)])
            try await unit.loans.delete(loanID(22))
            try await unit.books.delete(bookID(3))
            try await unit.borrowers.delete(borrowerID(12))
        }
        let after = try await location.contents()
        let last = try #require(try await location.stored().lastCommand())
        #expect(
            last.lines == [
                "restored book 000000000003 Lady Susan", "removed book 000000000005 Persuasion",
                #"changed person 00000000000b Ana: name "Zoë" -> "Ana""#,
                "restored person 00000000000c Ben", "removed person 00000000000d Chloé",
                #"changed loan 00000000000n Sense, Ana: returned "2024-10-04" -> none"#,
                "restored loan 00000000000p Lady Susan, Ben", "removed loan 00000000000q Persuasion, Chloé",
            ])
        try await location.stored().undo(last) { #expect($0 == 0) }
        #expect(try await location.contents() == before)
        try await location.undo()
        #expect(try await location.contents() == after)
    }

    @Test(arguments: StorageEngine.tested)
    func aLoanThatIsBroughtBackIsFoundByItsKeys(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        try await location.command("add").perform { unit throws(LibraryError) in
            try await unit.books.save(book(1))
            try await unit.loans.save(loan(21, of: 1))
            try await unit.borrowers.save(borrower(1))
        }
        try await location.undo()
        #expect(try await location.library().loans.matching(.open(bookID(1))).isEmpty)
        try await location.undo()
        #expect(try await location.library().loans.matching(.open(bookID(1))).map(\.id) == [loanID(21)])
    }
}
