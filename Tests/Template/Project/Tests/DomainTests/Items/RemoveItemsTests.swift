import Data
import Domain
import TestSupport
import Testing

struct RemoveItemsTests {
    private let library = StoredLibrary.inMemory()
    private let ids = (0...9).map { Item.ID(bits: $0) }

    init() async throws {
        try await library.save((1...3).map { try item($0) })
    }

    @Test func theRemovedItemsAreReturned() async throws {
        #expect(try await RemoveItems(context(library))([ids[3], ids[1], ids[3]]) == [item(3), item(1)])
        #expect(try await library.items.all() == [item(2)])
    }

    @Test func ifOneIsMissingNoneIsRemoved() async throws {
        await #expect(throws: LibraryError.item(.noSuchItem("000000000009"))) {
            try await RemoveItems(context(library))([ids[1], ids[9], ids[2]])
        }
        #expect(try await library.items.all().count == 3)
    }

    @Test func ifOthersRemoveOneMeanwhileNoneIsRemoved() async throws {
        let others = WatchedLibrary(library) { [library, ids] () throws(LibraryError) in
            try await library.items.delete(ids[1])
        }
        await #expect(throws: LibraryError.item(.noSuchItem("000000000001"))) {
            try await RemoveItems(context(others))([ids[1], ids[2]])
        }
        #expect(try await library.items.all() == [item(2), item(3)])
    }
}
