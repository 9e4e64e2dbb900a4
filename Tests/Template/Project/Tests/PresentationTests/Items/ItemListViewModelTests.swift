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
    private let library = StoredLibrary.inMemory()

    init() async throws {
        try await library.save([item(1, "Opal"), item(2, "Amber"), item(3, "Red opal")])
    }

    private func list(_ text: String = "", of other: (any Library)? = nil) -> ListViewModel<Item> {
        ListViewModel<Item>(context: context(other ?? library), query: Query(text: text))
    }

    private func names(_ list: ListViewModel<Item>) -> [String] { list.rows.compactMap(\.entity?.displayName) }

    @Test func aLoadedListIsSortedByName() async {
        let list = list()
        #expect(list.rows.isEmpty)
        #expect(list.total == 0)
        await list.content.load()
        #expect(names(list) == ["Amber", "Opal", "Red opal"])
        #expect(list.total == 3)
        #expect(!list.content.isLoading)
    }

    @Test func aLoadedListStaysAsItIs() async throws {
        let list = list()
        await list.content.load()
        try await library.save(item(4))
        #expect(list.total == 3)
        await list.content.load()
        #expect(list.total == 4)
    }

    @Test func theListFollowsItsQuery() async {
        let list = list("opal")
        await list.content.load()
        #expect(names(list) == ["Opal", "Red opal"])
        list.query.isReversed = true
        await until { !list.content.isLoading }
        #expect(names(list) == ["Red opal", "Opal"])
        list.query.text = ""
        list.query.limit = 1
        await until { !list.content.isLoading }
        #expect(names(list) == ["Red opal"])
        #expect(list.total == 3)
    }

    @Test func beforeTheFirstReadingAQueryReadsNothing() async {
        let list = list()
        list.query.text = "amber"
        #expect(!list.content.isLoading)
        await list.content.load()
        #expect(names(list) == ["Amber"])
    }

    /// Waits until the list shows something else, or can't be read.
    private func change(of list: ListViewModel<Item>) async {
        let before = list.rows
        await until { list.rows != before || list.content.observeError != nil }
    }

    @Test func theListFollowsChangesByOthers() async throws {
        let watched = WatchedLibrary(library)
        let list = list("opal", of: watched)
        try await during(list.content.observe) {
            await change(of: list)
            #expect(names(list) == ["Opal", "Red opal"])
            try await library.save(item(4, "Black opal"))
            await change(of: list)
            #expect(names(list) == ["Black opal", "Opal", "Red opal"])
            try await library.items.delete(Item.ID(bits: 1))
            await change(of: list)
            #expect(names(list) == ["Black opal", "Red opal"])
            list.query.text = ""
            await until { !list.content.isLoading }
            #expect(names(list) == ["Amber", "Black opal", "Red opal"])
        }
        // What was observed isn't read again.
        #expect(watched.readings == 0)
    }

    @Test func removedItemsAreReturned() async throws {
        let list = list()
        let ids = [Item.ID(bits: 3), Item.ID(bits: 1)]
        #expect(try await list.remove(ids) == [item(3, "Red opal"), item(1, "Opal")])
        #expect(list.actionError == nil)
        #expect(try await library.items.all() == [item(2, "Amber")])
    }

    @Test func aRemovalThatFailsIsExplainedUntilTheNext() async throws {
        let list = list()
        #expect(await list.remove([Item.ID(bits: 1), Item.ID(bits: 9)]) == nil)
        #expect(list.actionError == .item(.noSuchItem("000000000009")))
        #expect(try await library.items.all().count == 3)
        #expect(await list.remove([Item.ID(bits: 1)]) != nil)
        #expect(list.actionError == nil)
    }

    @Test func anErrorOfTheStoreIsShown() async {
        let list = list(of: BrokenLibrary())
        await list.content.load()
        #expect(list.content.loadError == brokenStore)
        await list.content.observe()
        #expect(list.content.observeError == brokenStore)
        #expect(await list.remove([Item.ID(bits: 1)]) == nil)
        #expect(list.actionError == brokenStore)
        #expect(list.rows.isEmpty)
    }
}
