import Data
import Domain
import TestSupport
import Testing

/// Items in CSV and JSON.
struct ItemListTests {
    private func read(_ text: String) throws -> [ListedEntity<Item>] {
        let rows = try EntityList<Item>.read(Array(text.utf8), from: "list", today: today, folding: folding)
        return try rows.map { try $0.get() }
    }

    /// What the row says, if it refers by identifiers.
    private func draft(_ row: ListedEntity<Item>) -> ItemDraft {
        var draft = row.draft
        for (field, id) in row.references {
            draft[field] = Identifier<Never>(id).fieldValue
        }
        return draft
    }

    private func line(_ cells: [String]) -> String { cells.joined(separator: ",") }

    @Test func eachFieldHasAColumn() throws {
        let csv = String(decoding: EntityList.csv([Row(try item(1)), Row(try item(2))]), as: UTF8.self)
        let lines = csv.split(whereSeparator: \.isNewline).map(String.init)
        #expect(lines.count == 3)
        #expect(lines[0] == line(["id"] + ItemField.allCases.map(\.rawValue)))
        #expect(lines[1] == line(["000000000001"] + ItemField.allCases.map { $0.example(1).text }))
        #expect(lines[0].contains("sampleName"))
    }

    @Test func whatIsWrittenCanBeReadAgain() throws {
        let items = try [item(1), Item(id: Item.ID(bits: 2), draft: shortItemDraft(2)), item(3, "a, \"b\";\nc")]
        let list = try read(String(decoding: EntityList.csv(items.map { Row($0) }), as: UTF8.self))
        #expect(list.map(\.id) == items.map(\.id))
        #expect(list.map(draft) == items.map(\.draft))
    }

    @Test func eachFieldIsReadFromJSON() throws {
        let members = ItemField.allCases.map { "\"\($0.rawValue)\":\($0.example(1).json)" }
        let list = try read("[{\"id\":\"000000000001\"," + line(members) + "}]")
        #expect(list.map(draft) == [itemDraft(1)])
        #expect(list.map(\.id) == [Item.ID(bits: 1)])
    }
}
