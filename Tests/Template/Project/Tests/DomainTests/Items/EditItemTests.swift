import Data
import Domain
import TestSupport
import Testing

struct EditItemTests {
    private let library = StoredLibrary.inMemory()
    private let id = Item.ID(bits: 1)

    init() async throws {
        try await library.save([item(1), item(2)])
        try await library.saveTargets(of: (2...3).map { itemDraft($0) })
    }

    @Test(arguments: ItemField.allCases) func oneFieldIsChanged(_ field: ItemField) async throws {
        let after = try await EditItem(context(library))(id) { $0[field] = field.example(3).value }
        var expected = itemDraft(1)
        expected[field] = field.example(3).value
        #expect(after.draft == expected)
        #expect(try await library.items.all() == [after, item(2)])
    }

    @Test func aChangeByOthersMeanwhileStays() async throws {
        let field = ItemField.allCases.last { $0 != .sampleName }
        let others = WatchedLibrary(library) { [library] () throws(LibraryError) in
            _ = try await EditItem(context(library))(Item.ID(bits: 1)) { draft in
                if let field { draft[field] = field.example(2).value } else { draft.sampleName = "Theirs" }
            }
        }
        let after = try await EditItem(context(others))(id) { draft in
            draft.sampleName = field == nil ? (draft.sampleName ?? "") + " and mine" : "Mine"
        }
        var expected = itemDraft(1, field == nil ? "Theirs and mine" : "Mine")
        if let field { expected[field] = field.example(2).value }
        #expect(after.draft == expected)
        #expect(try await library.items.find(id) == after)
    }

    @Test func withoutAChangeNothingIsSaved() async throws {
        let mark = try await library.items.news(since: nil).mark
        let after = try await EditItem(context(library))(id) { $0.sampleName = " Sample  1 " }
        #expect(try after == item(1))
        let news = try await library.items.news(since: mark)
        #expect(!news.isComplete)
        #expect(news.saved.isEmpty)
        _ = try await EditItem(context(library))(id) { $0.sampleName = "Other" }
        #expect(try await library.items.news(since: mark).saved.map(\.displayName) == ["Other"])
    }

    @Test func aRefusedChangeLeavesTheItemAsItWas() async throws {
        await #expect(throws: LibraryError.item(.missing(.sampleName))) {
            try await EditItem(context(library))(id) { $0.sampleName = nil }
        }
        await #expect(throws: LibraryError.value(.notADay)) {
            try await EditItem(context(library))(id) { draft throws(LibraryError) in
                draft.sampleName = "Other"
                throw .value(.notADay)
            }
        }
        #expect(try await library.items.find(id) == item(1))
    }

    @Test func anItemThatIsGoneIsNamed() async throws {
        await #expect(throws: LibraryError.item(.noSuchItem("000000000009"))) {
            try await EditItem(context(library))(Item.ID(bits: 9)) { $0.sampleName = "Other" }
        }
        #expect(try await library.items.all() == [item(1), item(2)])
    }
}
