import Data
import Domain
import TestSupport
import Testing

/// What an item refers to exists, however the change comes.
struct ItemReferenceTests {
    private let library = StoredLibrary.inMemory()
    private static let references = ItemField.sampled.filter { $0.kind.target != nil }

    /// Draft number `n`. All that it refers to is in the library, but for the value of that field.
    private func draft(_ n: Int, without field: ItemField) async throws -> ItemDraft {
        for other in Self.references where other != field {
            try await library.saveTarget(of: other.example(n).value, in: other)
        }
        return itemDraft(n)
    }

    private func expectMissing(_ field: ItemField, _ n: Int, _ action: () async throws -> Void) async {
        let error = await #expect(throws: LibraryError.self) { try await action() }
        #expect(String(describing: error).contains(field.example(n).text))
    }

    @Test(arguments: references) func whatIsMissingIsNamedWhenAnItemIsAdded(_ field: ItemField) async throws {
        let draft = try await draft(1, without: field)
        await expectMissing(field, 1) { _ = try await AddEntity<Item>(context(library))(draft) }
        #expect(try await library.items.all().isEmpty)
        try await library.saveTarget(of: field.example(1).value, in: field)
        #expect(try await AddEntity<Item>(context(library))(draft).draft == draft)
    }

    @Test(arguments: references) func whatIsMissingIsNamedWhenAnItemIsChanged(_ field: ItemField) async throws {
        try await library.save(item(1))
        let id = Item.ID(bits: 1)
        await expectMissing(field, 2) {
            _ = try await EditEntity<Item>(context(library))(id) { $0[field] = field.example(2).value }
        }
        #expect(try await library.items.find(id) == item(1))
        try await library.saveTarget(of: field.example(2).value, in: field)
        let after = try await EditEntity<Item>(context(library))(id) { $0[field] = field.example(2).value }
        #expect(after.draft[field] == field.example(2).value)
    }

    @Test(arguments: references) func nothingIsSavedPastTheRule(_ field: ItemField) async throws {
        let item = try Item(id: Item.ID(bits: 1), draft: try await draft(1, without: field))
        await expectMissing(field, 1) { try await library.items.save(item) }
        #expect(try await library.items.all().isEmpty)
    }

    @Test(arguments: references) func whatAnItemRefersToIsNotDeleted(_ field: ItemField) async throws {
        try await library.save(item(1, "Opal"))
        let before = try await library.snapshot()
        let error = await #expect(throws: LibraryError.self) {
            try await library.deleteTarget(of: field.example(1).value, in: field)
        }
        #expect(String(describing: error).contains("Opal"))
        #expect(try await library.snapshot() == before)
        // Without the item it can go.
        try await library.items.delete(Item.ID(bits: 1))
        try await library.deleteTarget(of: field.example(1).value, in: field)
        #expect(try await library.snapshot() != before)
    }
}
