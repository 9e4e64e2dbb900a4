import Data
import Domain
import Presentation
import TestSupport
import TestTraits
import Testing

/// The list as a view shows it.
@MainActor
@Suite(.endsIfItHangs)
struct ItemListViewModelTests {
    @Test func theListIsSortedByNameAndSaysWhatFails() async throws {
        let library = StoredLibrary.inMemory()
        try await library.save([item(1, "Opal"), item(2, "Amber")])
        let list = ListViewModel<Item>(context: context(library))
        await list.content.load()
        #expect(list.rows.compactMap(\.entity?.displayName) == ["Amber", "Opal"])
        #expect(await list.remove([Item.ID(bits: 9)]) == nil)
        #expect(list.actionError == .item(.noSuchItem("000000000009")))
    }
}
