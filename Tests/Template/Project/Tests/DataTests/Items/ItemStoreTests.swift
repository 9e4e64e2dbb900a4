import Data
import Domain
import FileTestSupport
import Storage
import TestSupport
import TestTraits
import Testing

/// What a library promises about items, whatever its store.
@Suite(.endsIfItHangs)
struct ItemStoreTests {
    private static let engines = StorageEngine.allCases.filter { $0.obstacle == nil }
    private let ids = (0...9).map { Item.ID(bits: $0) }

    /// Libraries that share one location, as those of several processes do; in memory, one library.
    private func libraries(_ engine: StorageEngine) async throws -> (StoredLibrary, StoredLibrary) {
        let location = try await StorageEngine.makeLocation(application: "tests", name: "library")
        let first = StoredLibrary(engine.open(location), schema: .bookshelf)
        return (first, engine.store.isShared ? StoredLibrary(engine.open(location), schema: .bookshelf) : first)
    }

    @Test(arguments: engines) func itemsAreKept(_ engine: StorageEngine) async throws {
        let (library, other) = try await libraries(engine)
        let short = try Item(id: ids[2], draft: shortItemDraft(2))
        try await library.save([item(3), short, item(1)])
        #expect(try await other.items.all() == [item(1), short, item(3)])
        #expect(try await other.items.find(ids[2]) == short)
        #expect(try await other.snapshot().items == [item(1), short, item(3)])
    }

    @Test(arguments: engines) func itemsAreReplacedAndDeleted(_ engine: StorageEngine) async throws {
        let (library, other) = try await libraries(engine)
        try await library.save([item(1), item(2)])
        try await other.save(Item(id: ids[1], draft: itemDraft(4)))
        try await library.items.delete([ids[2], ids[9]])
        #expect(try await other.items.all().map(\.draft) == [itemDraft(4)])
        #expect(try await other.items.find(ids[2]) == nil)
    }

    @Test(arguments: engines) func changesByOthersAreObserved(_ engine: StorageEngine) async throws {
        let (library, other) = try await libraries(engine)
        try await library.saveTargets(of: (1...2).map { itemDraft($0) })
        try await library.items.save(item(1))
        var seen = library.items.observe().makeAsyncIterator()
        #expect(try await seen.next() == [item(1)])
        try await other.items.save(item(2))
        #expect(try await seen.next() == [item(1), item(2)])
        try await other.items.delete(ids[1])
        #expect(try await seen.next() == [item(2)])
    }
}
