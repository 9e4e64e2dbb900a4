import FileTestSupport
import TestTraits
import Testing

@testable import Storage

/// Records in a key-value store.
@Suite(.endsIfItHangs)
struct KeyValueRecordStoreTests {
    private let values = MemoryKeyValueStore(["width": JSONText("14".utf8)])

    @Test func eachRecordIsOneValue() async throws {
        let store = KeyValueRecordStore(values)
        try await store.save(.note("a", "one"), .link("l", to: "a"))
        let expected = [
            "width": "14", "note.a": #"{"id":"a","text":"one"}"#, "link.l": #"{"id":"l","to":"a"}"#,
        ]
        #expect(values.values() == expected.mapValues { JSONText($0.utf8) })
        try await store.delete(.link("l", to: "a"))
        #expect(Set(values.values().keys) == ["width", "note.a"])
    }

    /// A version that doesn't know the kind can name it, for a backup.
    @Test func aPluralWithoutAnSIsKept() async throws {
        let store = KeyValueRecordStore(values)
        let kinds = [RecordKind(singular: "story", plural: "stories"), .note, .undo]
        try await store.change(
            kinds.map { RecordChange(kind: $0, id: recordID("a"), json: Array(#"{"id":"a"}"#.utf8)) })
        #expect(
            Set(values.values().keys) == ["width", "note.a", "story.a", "undo.a", "plural.story"])
        #expect(Set(try await store.kinds(besides: [.undo])) == Set(kinds.dropLast()))
    }

    /// What other programs put there is no record, as long as its name isn't that of one.
    @Test func valuesWithOtherNamesHaveNoKind() async throws {
        for name in ["pledge.a", "a.b.c", "a b.c", "plural.a", "plural.pledge", "zoom.", ".a"] {
            _ = values.update([name: JSONText(#"{"id":"a"}"#.utf8)], expecting: nil)
        }
        let store = KeyValueRecordStore(values)
        #expect(try await store.kinds(besides: []) == [RecordKind(singular: "pledge", plural: "pledges")])
        for text in [#"{"id":"b"}"#, #"{"name":"a","id":"a"}"#, "2.5"] {
            _ = values.update(["zoom.level": JSONText(text.utf8)], expecting: nil)
            await #expect(
                throws: StorageError.damaged(
                    location: "“zoom.level”", line: nil, reason: "it doesn't begin with its identifier"),
                "\(text)"
            ) { try await store.kinds(besides: []) }
        }
    }

    @Test func twoKindsOfOnePluralAreRefused() async throws {
        let store = KeyValueRecordStore(values)
        _ = values.update(
            ["story.a": JSONText(#"{"id":"a"}"#.utf8), "plural.story": JSONText(#""notes""#.utf8)], expecting: nil)
        await #expect(
            throws: StorageError.damaged(
                location: "“plural.story”", line: nil, reason: "another kind is called “notes” too")
        ) { try await store.kinds(besides: [.note]) }
    }

    @Test func aUnitOfWorkThatChangesNothingWritesNothing() async throws {
        let file = try TemporaryDirectory().file("notes.json")
        let store = KeyValueRecordStore(KeyValueFile(path: file.path))
        #expect(try await store.perform { reader throws(StorageError) in ([], try await reader.all(.note)) } == [])
        #expect(!file.exists)
        try await store.save(.note("a"))
        let inode = try file.inode
        #expect(
            try await store.perform { reader throws(StorageError) in ([], try await reader.all(.note)) } == [.note("a")]
        )
        #expect(try file.inode == inode)
    }

    @Test(arguments: ["note.", "note.a b", "note.01234567890123456", "note.a.b"])
    func theErrorForAnInvalidIdentifierNamesTheValue(name: String) async throws {
        _ = values.update([name: JSONText("{}".utf8)], expecting: nil)
        let store = KeyValueRecordStore(values)
        let damage = StorageError.damaged(
            location: "“\(name)”", line: nil, reason: "its name doesn't end in a valid identifier")
        await #expect(throws: damage) { try await store.all(.note) }
        await #expect(throws: damage) { try await store.candidates(for: .links(to: "a"), of: .note) }
        // Other kinds can still be read.
        #expect(try await store.all(.tag).isEmpty)
        #expect(try await RecordObservation(store, .note).failure() == damage)
    }

    /// The records from before come first, however soon a change follows.
    @Test func observingBeginsWithTheCall() async throws {
        let store = KeyValueRecordStore(values)
        try await store.save(.note("a", "0"))
        for number in 1...50 {
            let seen = RecordObservation(store, .note)
            _ = values.update(["note.a": JSONText(Sample.note("a", "\(number)").json)], expecting: nil)
            #expect(try await seen.next() == [.note("a", "\(number - 1)")])
            #expect(try await seen.next() == [.note("a", "\(number)")])
        }
    }

    @Test func aFailureEndsObserving() async throws {
        let store = KeyValueRecordStore(values)
        let seen = RecordObservation(store, .note)
        #expect(try await seen.next() == [])
        _ = values.update(["note.?": JSONText("{}".utf8)], expecting: nil)
        _ = values.update(["note.?": nil], expecting: nil)
        try await store.save(.note("a"))
        #expect(
            try await seen.failure()
                == .damaged(location: "“note.?”", line: nil, reason: "its name doesn't end in a valid identifier"))
        let again = RecordObservation(store, .note)
        #expect(try await again.next() == [.note("a")])
    }

    @Test func aRecordIsLocatedByItsName() async throws {
        let store = KeyValueRecordStore(values)
        try await store.save(.note("a"))
        let batch = try await store.records([recordID("a")], of: .note)
        #expect(try batch.location(of: #require(batch.rows.first)) == RecordLocation("“note.a”"))
    }
}
