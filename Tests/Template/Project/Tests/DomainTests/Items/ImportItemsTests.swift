import Data
import Domain
import TestSupport
import Testing

/// What becomes of the rows of a list.
struct ImportItemsTests {
    private let library = StoredLibrary.inMemory()

    init() async throws { try await library.saveTargets(of: (1...5).map { itemDraft($0) }) }

    private func row(_ line: Int, id: Int? = nil, _ draft: ItemDraft) -> ListedEntity<Item> {
        ListedEntity(line: line, id: id.map { Item.ID(bits: UInt64($0)) }, draft: draft)
    }

    private func report(added: Int = 0, updated: Int = 0, skipped: Int = 0) -> ImportReport {
        var report = ImportReport()
        (report.added, report.updated, report.skipped) = (added, updated, skipped)
        return report
    }

    private func read(
        _ rows: [ListedEntity<Item>], updates: Bool = false, into other: (any Library)? = nil
    ) async throws -> ImportReport {
        try await ImportEntities<Item>(context(other ?? library))(rows, updates: updates)
    }

    private func drafts() async throws -> [ItemDraft] { try await library.items.all().map(\.draft) }

    @Test func rowsWithAndWithoutAnIdentifierAreAdded() async throws {
        #expect(try await read([row(2, id: 7, itemDraft(1)), row(3, itemDraft(2))]) == report(added: 2))
        #expect(try await library.items.find(Item.ID(bits: 7))?.draft == itemDraft(1))
        #expect(try await drafts() == [itemDraft(1), itemDraft(2)])
    }

    @Test func importingAgainAddsNothing() async throws {
        let rows = [row(2, id: 7, itemDraft(1)), row(3, itemDraft(2))]
        _ = try await read(rows)
        let before = try await library.items.all()
        #expect(try await read(rows) == report(skipped: 2))
        #expect(try await read(rows, updates: true) == report(skipped: 2))
        #expect(try await library.items.all() == before)
    }

    @Test func onlyIfAskedForItemsAreUpdated() async throws {
        try await library.save([item(1, "Ámbar"), item(2)])
        let rows = [row(2, id: 2, itemDraft(3)), row(3, itemDraft(4, "ambar")), row(4, id: 2, itemDraft(3))]
        #expect(try await read(rows) == report(skipped: 3))
        #expect(try await drafts() == [itemDraft(1, "Ámbar"), itemDraft(2)])
        #expect(try await read(rows, updates: true) == report(updated: 2, skipped: 1))
        #expect(try await drafts() == [itemDraft(4, "ambar"), itemDraft(3)])
    }

    @Test func aNameThatSeveralHaveMeansNoneOfThem() async throws {
        try await library.save([item(1, "Opal"), item(2, "opal")])
        #expect(try await read([row(2, itemDraft(3, "OPAL"))], updates: true) == report(added: 1))
    }

    @Test func anIdentifierGoesBeforeTheName() async throws {
        try await library.save(item(1, "Opal"))
        #expect(try await read([row(2, id: 5, itemDraft(3, "OPAL"))], updates: true) == report(added: 1))
        #expect(try await drafts() == [itemDraft(1, "Opal"), itemDraft(3, "OPAL")])
    }

    @Test func rowsOfOneListAreComparedWithEachOther() async throws {
        #expect(
            try await read([row(2, itemDraft(1)), row(3, itemDraft(1)), row(4, itemDraft(2))])
                == report(added: 2, skipped: 1))
        #expect(try await drafts() == [itemDraft(1), itemDraft(2)])
    }

    /// One that the library has is one of them.
    @Test func rowsOfOneNameAreNotOneItem() async throws {
        let rows = [row(2, itemDraft(1, "Opal")), row(3, itemDraft(2, "opal")), row(4, itemDraft(3, "OPAL"))]
        #expect(try await read(rows) == report(added: 3))
        #expect(try await read(rows, updates: true) == report(skipped: 3))
        try await library.items.delete(library.items.all().dropFirst().map(\.id))
        #expect(try await read(rows, updates: true) == report(added: 2, skipped: 1))
        #expect(try await drafts() == rows.map(\.draft))
    }

    @Test(arguments: ItemField.allCases) func whatAListLacksStays(_ field: ItemField) async throws {
        try await library.save(item(1))
        let row = ListedEntity<Item>(line: 2, id: Item.ID(bits: 1), draft: itemDraft(2), fields: [field])
        #expect(try await read([row], updates: true).rejected.isEmpty)
        var expected = itemDraft(1)
        expected[field] = itemDraft(2)[field]
        #expect(try await drafts() == [expected])
    }

    @Test func anIncompleteRowIsRejectedAndTheOthersAreAdded() async throws {
        var expected = report(added: 2)
        expected.rejected = [.init(line: 3, error: .item(.missing(.sampleName)))]
        #expect(try await read([row(2, itemDraft(1)), row(3, itemDraft(2, " ")), row(4, itemDraft(3))]) == expected)
        #expect(try await drafts() == [itemDraft(1), itemDraft(3)])
    }

    @Test func aLongListTakesSeveralUnitsOfWork() async throws {
        let narrow = WatchedLibrary(library)
        #expect(try await read((1...5).map { row($0, itemDraft($0)) }, into: narrow) == report(added: 5))
        #expect(narrow.units == 3)
        #expect(try await drafts() == (1...5).map { itemDraft($0) })
    }

    @Test func anInterruptedImportCanBeRepeated() async throws {
        let rows = (1...5).map { row($0, itemDraft($0)) }
        let failing = WatchedLibrary(library, beforeUnit: { n throws(LibraryError) in if n == 2 { throw brokenStore } })
        await #expect(throws: brokenStore) { try await read(rows, into: failing) }
        #expect(try await drafts() == [itemDraft(1), itemDraft(2)])
        #expect(try await read(rows) == report(added: 3, skipped: 2))
    }

    @Test func whatOthersAddMeanwhileIsNotAddedAgain() async throws {
        let others = WatchedLibrary(library) { [library] () throws(LibraryError) in
            _ = try await AddEntity<Item>(context(library))(itemDraft(1))
        }
        #expect(try await read([row(2, itemDraft(1))], into: others) == report(skipped: 1))
        #expect(try await drafts() == [itemDraft(1)])
    }
}
