import Data
import Domain
import Storage
import Testing

extension LibraryContractTests {
    /// Writers add books two by two, and a reader sees both or neither at every moment.
    @Test(arguments: StorageEngine.tested)
    func aSnapshotIsOfOneMoment(engine: StorageEngine) async throws {
        let location = try await engine.makeLibraryLocation()
        let libraries = [location.library(), location.library()]
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 1...20 {
                group.addTask {
                    try await libraries[0].perform { unit throws(LibraryError) in
                        try await unit.books.save(book(number))
                        try await unit.books.save(book(100 + number))
                    }
                    return true
                }
                group.addTask {
                    let all = try await libraries[number % 2].snapshot()
                    let (first, second) = (
                        all.books.filter { $0.id < bookID(100) }, all.books.filter { $0.id > bookID(100) }
                    )
                    return first.map(\.id.bits) == second.map { $0.id.bits - 100 }
                }
            }
            for try await isWhole in group { #expect(isWhole) }
        }
        #expect(try await libraries[1].snapshot().books.count == 40)
    }
}
