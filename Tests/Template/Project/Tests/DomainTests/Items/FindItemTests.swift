import Data
import Domain
import TestSupport
import Testing

/// The item that a text means.
struct FindItemTests {
    private let library = StoredLibrary.inMemory()

    init() async throws {
        let names = ["Blue Opal", "Blue", "Ámbar", "Red opal"]
        // The identifiers begin with 1, 2, 3 and 4.
        let items = try names.enumerated().map { n, name in
            try Item(id: Item.ID(bits: UInt64(n + 1) << 55), draft: itemDraft(n, name))
        }
        try await library.save(items)
    }

    private func found(_ reference: String) async throws -> String {
        try await Item.named(reference, in: library, folding: folding).displayName
    }

    @Test(arguments: [
        ("200000000000", "Blue"), ("2000", "Blue"), ("100000", "Blue Opal"), ("blue", "Blue"), (" AMBAR ", "Ámbar"),
        ("opal blue", "Blue Opal"), ("re", "Red opal"), ("blue  opal", "Blue Opal"),
    ])
    func anItemIsFound(_ reference: String, _ name: String) async throws {
        #expect(try await found(reference) == name)
    }

    @Test(arguments: ["", " ", "200", "zzzzzzzzzzzz", "blue red", "green"])
    func whatNamesNoItemIsRepeated(_ reference: String) async {
        await #expect(throws: LibraryError.item(.noSuchItem(reference))) { try await found(reference) }
    }

    @Test func severalItemsAreListed() async throws {
        let items = try await library.items.all()
        await #expect(throws: LibraryError.item(.ambiguous("opal", [items[0], items[3]]))) { try await found("opal") }
    }

    @Test func itemsOfTheSameNameAreAmbiguous() async throws {
        try await library.save(item(1, "BLUE"))
        let items = try await library.items.all().filter { $0.displayName.lowercased() == "blue" }
        await #expect(throws: LibraryError.item(.ambiguous("blue", items))) { try await found("blue") }
    }
}
