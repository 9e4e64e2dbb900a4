import Data
import Domain
import Foundation
import Testing

/// What each store promises.
struct StoreTests {
    private static let stores: [any Library] = [
        MemoryLibrary(),
        FileLibrary(FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".json")),
    ]

    @Test(arguments: stores) func allChangesAreKeptOrNone(_ library: any Library) throws {
        try library.perform { $0 = [Book(title: "Dune"), Book(title: "Emma", lentTo: "Ana")] }
        #expect(throws: LendingError.noName) {
            try library.perform { books throws(LendingError) in
                books.removeAll()
                throw .noName
            }
        }
        #expect(try library.books() == [Book(title: "Dune"), Book(title: "Emma", lentTo: "Ana")])
    }
}
