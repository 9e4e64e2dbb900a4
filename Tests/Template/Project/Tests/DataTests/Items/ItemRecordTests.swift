import Domain
import Storage
import TestSupport
import Testing

@testable import Data

/// The stored form of an item.
struct ItemRecordTests {
    /// The record of number `n`, written out here.
    private func json(_ n: Int, _ change: (inout [(name: String, json: String)]) -> Void = { _ in }) -> String {
        var members = [(name: "id", json: "\"00000000000\(n)\"")]
        members += ItemField.sampled.map { ($0.rawValue, $0.example(n).json) }
        change(&members)
        return "{" + members.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",") + "}"
    }

    /// A library with that record.
    private func library(_ json: String) throws -> StoredLibrary {
        let id = try #require(RecordID("000000000001"))
        let record = RecordChange(kind: Item.kind, id: id, json: Array(json.utf8))
        return StoredLibrary(MemoryRecordStore([record]), schema: .bookshelf)
    }

    private func read(_ json: String) async throws -> Item? {
        try await library(json).items.find(Item.ID(bits: 1))
    }

    private func expectDamage(_ reason: String, _ json: String) async throws {
        let error = await #expect(throws: LibraryError.self) { try await read(json) }
        guard case .store(.damaged(_, _, let found)) = error else {
            Issue.record("\(String(describing: error)) is not a damaged store")
            return
        }
        #expect(found == reason)
    }

    @Test func theRecordHasEachFieldByItsName() async throws {
        #expect(String(decoding: try item(1).json(over: nil), as: UTF8.self) == json(1))
        #expect(try await read(json(1)) == item(1))
    }

    /// Somebody may have edited the file of the library. The entities that the item refers to, if any, aren't there.
    @Test func anItemWhoseReferencesAreBrokenIsNamedAndCanBeChanged() async throws {
        let library = try library(json(1))
        let refers = ItemField.sampled.contains { $0.kind.target != nil }
        #expect(try await library.brokenRules().map(\.entity.text) == (refers ? ["Sample 1"] : []))
        let after = try await EditEntity<Item>(context(library))(Item.ID(bits: 1)) { $0.sampleName = "Opal" }
        #expect(after.draft == itemDraft(1, "Opal"))
        #expect(try await library.items.all() == [after])
    }

    /// Stored files have these names.
    @Test func theIdentifierAndTheNameHaveTheirMembers() async throws {
        let text = String(decoding: try item(1).json(over: nil), as: UTF8.self)
        #expect(text.hasPrefix("{\"id\":\"000000000001\","))
        #expect(text.contains("\"sampleName\":\"Sample 1\""))
        #expect(Item.kind == RecordKind(singular: "item", plural: "items"))
    }

    @Test(arguments: ItemField.sampled) func aMissingMemberIsNamedUnlessItIsOptional(_ field: ItemField) async throws {
        for absent in ["", "null"] {
            let short = json(1) { members in
                guard let index = members.firstIndex(where: { $0.name == field.rawValue }) else { return }
                if absent.isEmpty { members.remove(at: index) } else { members[index].json = absent }
            }
            if field.isOptional {
                var expected = itemDraft(1)
                expected[field] = ItemDraft.initial(field)
                #expect(try await read(short)?.draft == expected)
            } else {
                try await expectDamage("“\(field.rawValue)” is missing", short)
            }
        }
        try await expectDamage("“id” is missing", json(1) { $0.removeFirst() })
    }

    @Test func anItemWithoutOptionalFieldsIsWrittenWithoutThem() async throws {
        let item = try Item(id: Item.ID(bits: 1), draft: shortItemDraft(1))
        let text = String(decoding: item.json(over: nil), as: UTF8.self)
        let lists = ItemField.sampled.filter { $0.kind.isList || $0.kind.form == .flag }
        for field in ItemField.sampled where field.isOptional && !lists.contains(field) {
            #expect(!text.contains("\"\(field.rawValue)\":"))
        }
        #expect(try await read(text) == item)
    }

    @Test(arguments: ItemField.sampled) func aMemberOfAnotherTypeIsNamed(_ field: ItemField) async throws {
        let wrong = json(1) { members in
            if let index = members.firstIndex(where: { $0.name == field.rawValue }) { members[index].json = "{}" }
        }
        try await expectDamage("“\(field.rawValue)” is of the wrong type", wrong)
    }

    @Test(arguments: ItemField.sampled) func aWordThatIsNoneOfTheChoicesIsNamed(_ field: ItemField) async throws {
        switch field.kind.form {
        case .choice, .day, .reference: break
        default: return
        }
        let wrong = json(1) { members in
            if let index = members.firstIndex(where: { $0.name == field.rawValue }) { members[index].json = "\"?\"" }
        }
        try await expectDamage("“\(field.rawValue)” can't be “?”", wrong)
    }

    /// A later version may have written them.
    @Test func unknownMembersAreKept() async throws {
        let library = try library(json(1) { $0.insert(("later", "{\"a\": [1]}"), at: 1) })
        _ = try await EditEntity<Item>(context(library))(Item.ID(bits: 1)) { $0.sampleName = "Other" }
        let store = try #require(library.store as? MemoryRecordStore)
        let batch = store.records([try #require(RecordID("000000000001"))], of: Item.kind)
        let row = try #require(batch.rows.first)
        let expected = json(1) { members in
            members.append(("later", "{\"a\": [1]}"))
            if let index = members.firstIndex(where: { $0.name == "sampleName" }) { members[index].json = "\"Other\"" }
        }
        #expect(String(decoding: batch.bytes[row.range], as: UTF8.self) == expected)
    }
}
