import Data
import Domain
import TestSupport
import Testing

/// What an item refers to exists when it is saved.
struct ItemReferenceTests {
    private let library = StoredLibrary.inMemory()
    private static let references = ItemField.allCases.filter { ItemDraft()[$0].target != nil }

    /// Draft number `n`. All that it refers to is in the library, but for the value of that field.
    private func draft(_ n: Int, without field: ItemField) async throws -> ItemDraft {
        for other in Self.references where other != field { try await library.saveTarget(of: other.example(n).value) }
        return itemDraft(n)
    }

    private func expectMissing(_ field: ItemField, _ n: Int, _ action: () async throws -> Void) async {
        let error = await #expect(throws: LibraryError.self) { try await action() }
        #expect(String(describing: error).contains(field.example(n).text))
    }

    @Test(arguments: references) func whatIsMissingIsNamedWhenAnItemIsAdded(_ field: ItemField) async throws {
        let draft = try await draft(1, without: field)
        await expectMissing(field, 1) { _ = try await AddItem(context(library))(draft) }
        #expect(try await library.items.all().isEmpty)
        try await library.saveTarget(of: field.example(1).value)
        #expect(try await AddItem(context(library))(draft).draft == draft)
    }

    @Test(arguments: references) func whatIsMissingIsNamedWhenAnItemIsChanged(_ field: ItemField) async throws {
        try await library.items.save(item(1))
        let id = Item.ID(bits: 1)
        await expectMissing(field, 2) {
            _ = try await EditItem(context(library))(id) { $0[field] = field.example(2).value }
        }
        #expect(try await library.items.find(id) == item(1))
        try await library.saveTarget(of: field.example(2).value)
        let after = try await EditItem(context(library))(id) { $0[field] = field.example(2).value }
        #expect(after.draft[field] == field.example(2).value)
    }

    /// Somebody may have edited the file of the library.
    @Test func anItemWhoseReferencesAreBrokenCanBeChanged() async throws {
        try await library.items.save(item(1))
        let after = try await EditItem(context(library))(Item.ID(bits: 1)) { $0.sampleName = "Opal" }
        #expect(after.draft == itemDraft(1, "Opal"))
    }

    @Test(arguments: references) func aRowThatRefersToNothingIsRejected(_ field: ItemField) async throws {
        let row = ListedEntity<Item>(line: 2, id: nil, draft: try await draft(1, without: field))
        let report = try await ImportEntities<Item>(context(library))([row], updates: false)
        #expect(report.rejected.map(\.line) == [2])
        #expect(String(describing: report.rejected).contains(field.example(1).text))
        #expect(try await library.items.all().isEmpty)
    }
}
