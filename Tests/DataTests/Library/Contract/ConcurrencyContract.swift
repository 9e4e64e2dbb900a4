import Data
import Domain
import Storage
import Testing

extension LibraryContractTests {
    /// Writers keep as many loans as books, and a reader sees equal numbers at every moment.
    @Test(arguments: StorageEngine.tested)
    func aSnapshotIsOfOneMoment(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let libraries = [location.library(), location.library()]
        try await libraries[0].borrowers.save(borrower(1))
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
