import Data
import Domain
import TestSupport
import Testing

struct AddItemTests {
    private let library = StoredLibrary.inMemory()

    init() async throws { try await library.saveTargets(of: (1...2).map { itemDraft($0) }) }

    @Test func theAddedItemIsInTheLibrary() async throws {
        let context = context(library)
        let first = try await AddItem(context)(itemDraft(1))
        let second = try await AddItem(context)(shortItemDraft(2))
        #expect(first.draft == itemDraft(1))
        #expect(second.draft == shortItemDraft(2))
        #expect([first, second].map(\.id) == [Item.ID(bits: 1001), Item.ID(bits: 1002)])
        #expect(try await library.items.all() == [first, second])
    }

    @Test func anIncompleteItemIsNotAdded() async throws {
        await #expect(throws: LibraryError.item(.missing(.sampleName))) {
            try await AddItem(context(library))(itemDraft(1, " "))
        }
        #expect(try await library.items.all().isEmpty)
    }

    @Test func theErrorOfTheStoreIsThrown() async {
        await #expect(throws: brokenStore) { try await AddItem(context(BrokenLibrary()))(itemDraft(1)) }
    }
}
