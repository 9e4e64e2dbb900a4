import Domain
import Storage
import Testing

@testable import Data

extension Library {
    /// People, an open loan and a returned one.
    func saveLoansForBackup() async throws {
        try await perform { unit throws(LibraryError) in
            try await unit.borrowers.save([borrower(1, "Ana"), borrower(2, "Zoë")])
            try await unit.loans.save([loan(1, of: 1), loan(2, of: 2, to: 2)])
            guard let open = try await unit.loans.find(Loan.ID(bits: 2)) else { return }
            try await unit.loans.save(open.returned(on: someDay + 3))
        }
    }
}

extension LibraryContractTests {
    @Test(arguments: StorageEngine.tested)
    func restoredLoansAreFound(engine: StorageEngine) async throws {
        let (origin, copy) = (StoredLibrary.inMemory(), StoredLibrary.inMemory())
        try await origin.books.save([book(1), book(2)])
        try await origin.saveLoansForBackup()
        let location = try await engine.makeLibraryLocation()
        try await StoredLibrary(location.store(), schema: .bookshelf).restore(try await origin.backup())
        #expect(try await location.library().loans.matching(.open(bookID(1))).count == 1)
        // A library with other people is refused.
        try await copy.borrowers.save(borrower(3))
        await #expect(throws: RestoreError.otherRecord(kind: "people", id: "\(borrowerID(3))")) {
            try await copy.restore(try await origin.backup())
        }
    }
}
