import Domain
import Storage
import StorageTestSupport
import TestSupport
import Testing

@testable import Data

/// The records of all types, tested from their descriptions.
struct EntityRecordTests {
    /// A type of the schema, but for those of added features, or one with the members that the schema has no use for yet.
    struct StoredType: CustomTestStringConvertible {
        let type: any StoredEntity.Type

        var testDescription: String { "\(type)" }

        static let schema = LibrarySchema.bookshelf.types.filter { !AddedFeatures.entities.contains("\($0)") }
            .map { StoredType(type: $0) }
        static let all = schema + [StoredType(type: Tree.self)]
    }

    /// The names are part of the file format. Those of optional members have a question mark here.
    static let fixedNames = [
        "Borrower": "id name",
        "Loan": "id book borrower lent due returned?",
        "Book": """
        id title authors isbn? status rating? favorite? shelves? added started? finished? notes? details? \
        sources?
        """,
    ]

    @Test(arguments: StoredType.schema)
    func theNamesOfTheMembersAreFixed(stored: StoredType) {
        func names<Entity: StoredEntity>(of type: Entity.Type) -> String {
            let required = Entity.Record.requiredNames
            return Entity.Record.names.map { required.contains($0) ? $0 : $0 + "?" }.joined(separator: " ")
        }
        #expect(names(of: stored.type) == Self.fixedNames["\(stored.type)"], "see fixedNames")
    }

    /// These names are part of the format, too.
    @Test func theNamesOfTheIndicesAreFixed() throws {
        let isbn = try ISBN("9780439023481")
        let book = try Book(
            id: Book.ID(bits: 2), draft: BookDraft(title: "x", authors: ["y"], isbn: isbn), added: someDay)
        #expect(book.storedKeys == [LookupKey("isbn", "9780439023481")])
        let tree = Tree(1, in: Garden(2, "North"), label: "Q1")
        #expect(tree.storedKeys.map(\.name) == ["trees-garden", "trees-height", "trees-label"])
    }

    /// In a store, the records of all types share the names of indices.
    @Test func typesHaveIndicesOfTheirOwn() throws {
        func indices<Entity: StoredEntity>(of type: Entity.Type) throws -> Set<String> {
            let table = MemberTable(of: Entity.Record.self)
            let whole = MemberText(wholeOf: table)
            let texts = [whole] + table.members.map { whole.without($0.name) }
            return Set(texts.flatMap { (try? Entity.Record($0.text).entity().storedKeys) ?? [] }.map(\.name))
        }
        let indices = try StoredType.schema.map { try indices(of: $0.type) }
        #expect(indices.map(\.count).contains { $0 > 0 })
        #expect(Set(indices.joined()).count == indices.map(\.count).reduce(0, +))
    }

    @Test func aKeyThatDiffersFromItsMemberIsNoticed() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let library = StoredLibrary(MemoryRecordStore(), schema: LibrarySchema([Capital.self]))
            try await library.repository(of: Capital.self).save(Capital(id: Capital.ID(bits: 1), name: "Rome"))
        }
        let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(message.contains("a lookup key differs from “name” of Record"))
    }

    @Test(arguments: StoredType.all)
    func eachMemberIsWrittenAndReadBack(stored: StoredType) throws {
        func check<Entity: StoredEntity>(_ type: Entity.Type) throws {
            let table = MemberTable(of: Entity.Record.self)
            #expect(table.members.first?.name == "id")
            for member in table.members {
                for value in member.samples.values {
                    let text = MemberText(wholeOf: table).with(value, for: member.name).text
                    #expect(try Entity.Record(text).written == text)
                }
            }
        }
        try check(stored.type)
    }

    /// A member that the entity or its draft doesn't pass on would be lost whenever the entity is saved.
    @Test(arguments: StoredType.all)
    func theEntityKeepsEachMember(stored: StoredType) throws {
        func check<Entity: StoredEntity>(_ type: Entity.Type) throws {
            let text = MemberText(wholeOf: MemberTable(of: Entity.Record.self)).text
            #expect(try Entity.Record(Entity.Record(text).entity()).written == text)
        }
        try check(stored.type)
    }

    /// The fast reader and the general one agree, for any order and with members that add nothing.
    @Test(arguments: StoredType.all, [20 as UInt64, 7, 1775])
    func theOrderOfMembersDoesNotMatter(stored: StoredType, seed: UInt64) throws {
        func check<Entity: StoredEntity>(_ type: Entity.Type) throws {
            var chance = SeededGenerator(seed: seed)
            let table = MemberTable(of: Entity.Record.self)
            for _ in 0..<200 {
                let sample = MemberText(of: table, using: &chance)
                let expected = sample.written(by: table)
                // In order, the fast reader reads everything.
                #expect(Entity.Record.readInOrder(sample.text)?.written == expected)
                #expect(try Entity.Record.readInAnyOrder(sample.text).written == expected)
                #expect(try Entity.Record(sample.text).written == expected)
                let disguised = sample.disguised(for: table, using: &chance)
                for text in [disguised.text, sample.spacedOut, disguised.spacedOut] {
                    let quick = Entity.Record.readInOrder(text)?.written
                    #expect(quick == nil || quick == expected, "\(text)")
                    #expect(try Entity.Record.readInAnyOrder(text).written == expected, "\(text)")
                    #expect(try Entity.Record(text).written == expected, "\(text)")
                }
            }
        }
        try check(stored.type)
    }

    @Test(arguments: StoredType.all)
    func aMissingRequiredMemberIsNamed(stored: StoredType) {
        func check<Entity: StoredEntity>(_ type: Entity.Type) {
            var chance = SeededGenerator(seed: 1)
            let table = MemberTable(of: Entity.Record.self)
            let whole = MemberText(wholeOf: table)
            for member in table.members {
                let texts = [whole.without(member.name), whole.with("null", for: member.name)]
                for text in texts.flatMap({ [$0, $0.disguised(forNothingBut: member.name, table, using: &chance)] }) {
                    let expected = member.isRequired ? RecordError(member: member.name, reason: .missing) : nil
                    #expect(Entity.Record.error(in: text.text) == expected, "\(text.text)")
                }
            }
        }
        check(stored.type)
    }

    @Test(arguments: StoredType.all)
    func anInvalidMemberIsNamedWithItsValue(stored: StoredType) {
        func check<Entity: StoredEntity>(_ type: Entity.Type) {
            var chance = SeededGenerator(seed: 2)
            let table = MemberTable(of: Entity.Record.self)
            let whole = MemberText(wholeOf: table)
            for member in table.members {
                for (json, shown) in member.samples.wrongValues {
                    let text = whole.with(json, for: member.name)
                    let expected = RecordError(member: member.name, reason: .wrongValue(shown))
                    #expect(Entity.Record.error(in: text.text) == expected, "\(text.text)")
                    let disguised = text.disguised(for: table, using: &chance)
                    #expect(Entity.Record.error(in: disguised.text) == expected, "\(disguised.text)")
                }
                for json in member.samples.wrongTypes {
                    let text = whole.with(json, for: member.name)
                    // This isn't JSON at all, so no member can be named.
                    let name = json == #"["a"# ? "record" : member.name
                    let expected = RecordError(member: name, reason: .wrongType)
                    #expect(Entity.Record.error(in: text.text) == expected, "\(text.text)")
                    let disguised = text.disguised(for: table, using: &chance)
                    #expect(Entity.Record.error(in: disguised.text) == expected, "\(disguised.text)")
                }
            }
        }
        check(stored.type)
    }

    /// The first in the order of the description.
    @Test func theFirstErrorIsNamed() {
        let text = #"{"name":7,"id":"x"}"#
        #expect(Garden.Record.error(in: text) == RecordError(member: "id", reason: .wrongValue("x")))
        #expect(Garden.Record.error(in: #"{"name":7}"#) == RecordError(member: "id", reason: .missing))
    }

    @Test(arguments: ["", "[]", "null", "{", #"{"id":"000000000001","name":"Ana""#, #"{"id" "000000000001"}"#, "7"])
    func aRecordIsAnObject(text: String) {
        #expect(Garden.Record.error(in: text) == RecordError(member: "record", reason: .wrongType))
    }

    @Test func onlyTheRangeIsRead() throws {
        let text = #"{"id":"000000000001","name":"Ana"},"name":"Ben"}"#
        let record = try Array(text.utf8).withUnsafeBufferPointer { try Garden.Record($0, 0..<34) }
        #expect(record.name == "Ana")
        #expect(
            Garden.Record.error(in: text, 0..<33) == RecordError(member: "record", reason: .wrongType))
    }

    // MARK: Rules of entities

    @Test func aRecordThatBreaksARuleIsRefused() throws {
        let book = #"{"id":"000000000001","title":" ","authors":["x"],"status":"read","added":"2024-10-04"}"#
        #expect(throws: RecordError(member: "title", reason: .missing)) { try BookRecord(book).entity() }
        let anonymous = #"{"id":"000000000001","title":"Emma","authors":[" "],"status":"read","added":"2024-10-04"}"#
        #expect(throws: RecordError(member: "authors", reason: .missing)) { try BookRecord(anonymous).entity() }
    }

    @Test func everyFieldOfABookIsInItsRecord() throws {
        let book = try Book(id: Book.ID(bits: 1), draft: fullDraft(), added: Day(daysSince1970: 0))
        let text = """
            {"id":"000000000001","title":"Emma","authors":["Jane Austen","Ben"],"isbn":"9780141439587",\
            "status":"abandoned","rating":4,"favorite":true,"shelves":["Sea","Attic"],"added":"2024-01-01",\
            "started":"2024-01-02","finished":"2024-01-03","notes":"Salt\\nand wind",\
            "details":{"Publisher":"Penguin"},"sources":{"goodreads":["6969","5107"],"calibre":["9fc1"]}}
            """
        #expect(BookRecord(book).written == text)
        #expect(try BookRecord(text).entity() == book)
    }

    // MARK: Unknown members

    @Test func unknownMembersAreKept() throws {
        let old = """
            {"phone":{"home": null},"name":"Ana","phone":7,"id":"000000000003","name":"Ben","\\u006Ea":"\\u0041"}
            """
        let record = try Garden.Record(#"{"id":"000000000003","name":"Zoë"}"#)
        let kept = record.json(keepingUnknownOf: Array("[1]\(old)".utf8)[3...])
        #expect(
            String(decoding: kept, as: UTF8.self)
                == #"{"id":"000000000003","name":"Zoë","phone":{"home": null},"phone":7,"na":"\u0041"}"#)
    }

    // MARK: Messages

    @Test func errorsAreExplained() {
        #expect(RecordError(member: "title", reason: .missing).explanation == "“title” is missing")
        #expect(RecordError(member: "title", reason: .wrongType).explanation == "“title” is of the wrong type")
        #expect(RecordError(member: "rating", reason: .wrongValue("9")).explanation == "“rating” can't be “9”")
        let broken = RecordError(member: "record", reason: .brokenRule("noAmount"))
        #expect(broken.explanation == "it breaks the rule “noAmount”")
    }
}

extension MemberText {
    /// The same text without the named member, and disguised with members that add nothing.
    fileprivate func disguised(
        forNothingBut name: String, _ table: MemberTable, using chance: inout SeededGenerator
    ) -> MemberText {
        var text = without(name).disguised(for: table, using: &chance)
        text.members.removeAll { $0.name == name && $0.value != "null" }
        return text
    }
}

extension EntityRecord {
    init(_ text: String) throws(RecordError) {
        self = try Self.reading(text) { buffer throws(RecordError) in try Self(buffer, buffer.indices) }
    }

    fileprivate static var names: [String] { memberNames.map { "\($0)" } }

    /// The names of the members that a record must have.
    fileprivate static var requiredNames: [String] {
        let whole = MemberText(wholeOf: MemberTable(of: Self.self))
        return names.filter { error(in: whole.without($0).text) != nil }
    }

    var written: String {
        String(decoding: json(keepingUnknownOf: nil), as: UTF8.self)
    }

    /// The error in the record in that range of the bytes, or nil.
    fileprivate static func error(in text: String, _ range: Range<Int>? = nil) -> RecordError? {
        do throws(RecordError) {
            _ = try reading(text) { buffer throws(RecordError) in try Self(buffer, range ?? buffer.indices) }
            return nil
        } catch {
            return error
        }
    }

    /// Nil if the fast reader can't read the record.
    fileprivate static func readInOrder(_ text: String) -> Self? {
        Array(text.utf8).withUnsafeBufferPointer { buffer in
            var record = Self()
            var members = OrderedMembers(JSONScanner(buffer))
            record.members(&members)
            return members.isComplete ? record : nil
        }
    }

    fileprivate static func readInAnyOrder(_ text: String) throws(RecordError) -> Self {
        try reading(text) { buffer throws(RecordError) in
            var record = Self()
            var members = AnyMembers(JSONScanner(buffer))
            try record.members(&members)
            return record
        }
    }

    private static func reading(
        _ text: String, _ read: (UnsafeBufferPointer<UInt8>) throws(RecordError) -> Self
    ) throws(RecordError) -> Self {
        try Array(text.utf8).withUnsafeBufferPointer { buffer in
            Result { () throws(RecordError) in try read(buffer) }
        }.get()
    }
}

/// Its lookup key has the name in upper case, its record as it is.
private struct Capital: StoredEntity {
    typealias ID = Identifier<Capital>

    let id: ID
    let name: String
    var lookupKeys: [String] { [name.uppercased()] }

    static let kind = RecordKind(singular: "capital", plural: "capitals")

    static func stored(_ key: String) -> StoredKey { StoredKey("name", key) }

    struct Record: EntityRecord {
        var id = ID(bits: 0)
        var name = ""

        init() {}
        init(_ capital: Capital) { (id, name) = (capital.id, capital.name) }

        mutating func members<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
            try visitor.required("id", &id)
            try visitor.required("name", &name)
        }

        func entity() -> Capital { Capital(id: id, name: name) }
    }
}
