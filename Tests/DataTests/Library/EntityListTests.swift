import Domain
import TestSupport
import Testing

@testable import Data

/// Lists in CSV and JSON, as people and other programs write them.
struct EntityListTests {
    private func read(_ text: String) throws -> [ImportedEntity<Pebble>] {
        try rows(text).map { try $0.get() }
    }

    private func rows(_ text: String) throws -> [Result<ImportedEntity<Pebble>, ImportReport.Rejection>] {
        try EntityList<Pebble>.read(Array(text.utf8), from: "list.csv", today: today, folding: folding)
    }

    private func draft(_ values: [PebbleField: FieldValue]) -> PebbleDraft {
        var draft = PebbleDraft()
        for (field, value) in values { draft[field] = value }
        return draft
    }

    private func full(_ n: Int) -> PebbleDraft {
        draft(Dictionary(uniqueKeysWithValues: PebbleField.allCases.map { ($0, Example(of: $0.kind, n).value) }))
    }

    @Test func eachKindIsWrittenAndReadAgain() throws {
        let pebbles = try [Pebble(id: Pebble.ID(bits: 1), draft: full(1)), pebble(2, "Opal")]
        let csv = String(decoding: EntityList.csv(pebbles.map { Row($0) }), as: UTF8.self)
        #expect(
            csv.split(whereSeparator: \.isNewline) == [
                "id,name,grams,hardness,isRound,found,color,places",
                "000000000001,Sample 1,1,1.5,true,2026-01-02,grey,a 1; b 1", "000000000002,Opal,1,,false,,,",
            ])
        let list = try read(csv)
        #expect(list.map(\.id) == pebbles.map(\.id))
        #expect(list.map(\.draft) == pebbles.map(\.draft))
        #expect(list.map(\.line) == [2, 3])
    }

    @Test func eachKindIsReadFromJSON() throws {
        let list = try read(
            """
            [{"id":"00000000000A","name":"Sample 1","grams":1,"hardness":1.5,"isRound":true,
              "found":"2026-01-02","color":"GREY","places":["a 1","b 1"]},
             {"name":"Opal","grams":2,"hardness":null,"places":"c; d"}]
            """)
        #expect(list.map(\.id) == [Pebble.ID(bits: 10), nil])
        let short = draft([.name: .text("Opal"), .grams: .number(2), .places: .names(["c", "d"])])
        #expect(list.map(\.draft) == [full(1), short])
        #expect(list.map(\.line) == [1, 3])
        #expect(list.map { Set($0.fields) } == [Set(PebbleField.allCases), [.name, .grams, .hardness, .places]])
    }

    @Test func quotesAndLineBreaksSurvive() throws {
        let text = "a \"b\", c;\r\nd\ne"
        let csv = EntityList.csv([Row(try pebble(1, text))])
        #expect(String(decoding: csv, as: UTF8.self).contains("\"a \"\"b\"\", c;\r\nd\ne\""))
        // A text is one line.
        #expect(try read(String(decoding: csv, as: UTF8.self)).map(\.draft[.name]) == [.text("a \"b\", c; d e")])
    }

    @Test(arguments: [
        "NAME,Grams\nOpal,3", "grams;name\r\n3;Opal\r\n", "\u{FEFF}name\tgrams\tcolor\n\n Opal \t3\t\n",
        #"{"name":"Opal","grams":"3"}"#,
    ])
    func columnsAreFoundByNameWhateverTheForm(_ text: String) throws {
        #expect(try read(text).map(\.draft) == [draft([.name: .text("Opal"), .grams: .number(3)])])
    }

    @Test func anUnknownColumnIsRefused() {
        let reason =
            "there is no field \"size\"; the fields are "
            + "id, name, grams, hardness, isRound, found, color, places"
        #expect(throws: ListError(location: "list.csv", line: 1, reason: reason)) { try read("name,size\nOpal,3") }
        #expect(throws: ListError(location: "list.csv", line: 2, reason: reason)) {
            try read("[{\"name\":\"Opal\"},\n{\"size\":3}]")
        }
    }

    @Test func aRowWithMoreCellsThanColumnsIsRefused() {
        let reason = "the row has more cells than the table has columns"
        #expect(throws: ListError(location: "list.csv", line: 3, reason: reason)) {
            try read("name,grams\nOpal,3\nAmber,3,4")
        }
    }

    @Test(arguments: [
        "", " \n", "name\n\"Opal", "[{\"name\":}]", "[3]", "[{\"name\":{}}]", "{\"name\":\"Opal\"", "a\u{0}",
    ])
    func aFileInNoFormatIsRefused(_ text: String) {
        #expect(throws: ListError.self) { try read(text) }
    }

    @Test func aValueThatCantBeReadRejectsItsRowOnly() throws {
        let list = try rows("id,name,grams,found\n,Opal,many,\n7,Amber,1,\n,Jet,2,tomorrow\n,Flint,4,today\n")
        let errors = list.map { row -> ImportReport.Rejection? in
            if case .failure(let rejection) = row { rejection } else { nil }
        }
        #expect(errors[0] == .init(line: 2, field: "grams", error: .value(.notInRange(.min ... .max))))
        #expect(errors[1]?.field == "id")
        #expect(errors[1]?.line == 3)
        #expect(errors[2] == .init(line: 4, field: "found", error: .value(.notADay)))
        #expect(try list[3].get().draft[.found] == .day(today))
    }
}
