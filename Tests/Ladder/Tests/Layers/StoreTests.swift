import Data
import Domain
import Foundation
import Testing

/// What each store promises.
struct StoreTests {
    private static var stores: [any Library] {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".json")
        return [MemoryLibrary(), FileLibrary(file)]
    }

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

    @Test(arguments: stores) func theChangesOfManyWritersAreKept(_ library: any Library) throws {
        DispatchQueue.concurrentPerform(iterations: 100) { number in
            try? library.perform { $0.append(Book(title: "\(number)")) }
        }
        #expect(try library.books().count == 100)
    }
}
