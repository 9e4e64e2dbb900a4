import Data
import Domain
import Testing

/// What the file of a key-value store looks like, and what becomes of what was there.
struct KeyValueFileTests {
    private let directory: TemporaryDirectory
    private let file: TestFile

    init() throws {
        directory = try TemporaryDirectory()
        file = directory.file("settings.json")
    }

    private var store: any KeyValueStore { KeyValueFile(path: file.path) }

    @Test func isThisText() async throws {
        try await store.set("title", for: KeyValueKey("sort", default: ""))
        try await store.set(14, for: KeyValueKey("loan-days", default: 0))
        try await store.set(["a", "b"], for: KeyValueKey("shelves", default: []))
        try await store.set(true, for: KeyValueKey(#"a "name""#, default: false))
        let expected = """
            {
              "version": 1,
              "a \\"name\\"": true,
              "loan-days": 14,
              "shelves": ["a","b"],
              "sort": "title"
            }

            """
        #expect(try file.text() == expected)
        try await store.remove(KeyValueKey("loan-days", default: 0))
        #expect(try file.text() == expected.replacing("  \"loan-days\": 14,\n", with: ""))
    }

    @Test func keepsWhatItDoesNotKnowLetterByLetter() async throws {
        try file.write(#"{ "zoom" : { "x": [1.50,  null] }, "sort":"\u0061dded" ,"version": 1}"#)
        #expect(try await store.value(for: KeyValueKey("sort", default: "")) == "added")
        try await store.set(1, for: KeyValueKey("new", default: 0))
        let expected = """
            {
              "version": 1,
              "new": 1,
              "sort": "\\u0061dded",
              "zoom": { "x": [1.50,  null] }
            }

            """
        #expect(try file.text() == expected)
    }

    @Test func aMissingFileHasNoValuesAndReadingMakesNone() async throws {
        #expect(try await store.values().isEmpty)
        #expect(try await store.value(for: KeyValueKey("sort", default: "title")) == "title")
        #expect(try directory.names().isEmpty)
    }

    @Test func aChangeThatChangesNothingLeavesTheTextAlone() async throws {
        try await store.set(1, for: KeyValueKey("a", default: 0))
        let text = try file.text()
        try await store.set(1, for: KeyValueKey("a", default: 0))
        try await store.remove(KeyValueKey("b", default: 0))
        #expect(try file.text() == text)
    }

    @Test func theModeIsKept() async throws {
        try await store.set(1, for: KeyValueKey("a", default: 0))
        #expect(try file.mode == 0o600)
        try file.setMode(0o644)
        try await store.set(2, for: KeyValueKey("a", default: 0))
        #expect(try file.mode == 0o644)
    }

    @Test(arguments: [true, false])
    func aLinkIsFollowedAndStaysALink(leadsSomewhere: Bool) async throws {
        let real = directory.file("real.json")
        if leadsSomewhere { try real.write(#"{"version":1,"b":2}"#) }
        try file.makeLink(to: "real.json")
        try await store.set(1, for: KeyValueKey("a", default: 0))
        #expect(file.linkTarget == "real.json")
        #expect(try await KeyValueFile(path: real.path).value(for: KeyValueKey("a", default: 0)) == 1)
        let keepsOld = try await KeyValueFile(path: real.path).value(for: KeyValueKey("b", default: 0)) == 2
        #expect(keepsOld == leadsSomewhere)
    }

    @Test func whatAKilledWriterLeftIsSweptAway() async throws {
        try directory.file(".settings.json.new-1-2").write("half")
        try directory.file(".other.json.new-1-2").write("another's")
        try await store.set(1, for: KeyValueKey("a", default: 0))
        #expect(try directory.names() == [".other.json.new-1-2", "settings.json", "settings.json.lock"])
    }

    @Test(arguments: [
        ("", 1), ("\n\n", 3), ("{", 1), ("[]", 1), ("null", 1), ("{}\n{}", 2), ("{\"a\":1,}", 1), ("\0\0\0\0", 1),
        ("{\n  \"version\": 1,\n  \"a\": tru\n}\n", 3), ("{\"version\":\"one\"}", 1), ("{\"version\":null}", 1),
    ])
    func aDamagedFileIsAnErrorAndNeverOverwritten(text: String, line: Int) async throws {
        try file.write(text)
        let damage = StoreError.damaged(place: file.path, line: line, reason: "this is not JSON")
        await #expect(throws: damage) { try await store.values() }
        await #expect(throws: damage) { try await store.set(1, for: KeyValueKey("a", default: 0)) }
        await #expect(throws: damage) { try await store.remove(KeyValueKey("a", default: 0)) }
        await #expect(throws: LibraryError.store(damage)) {
            var seen = store.observe().makeAsyncIterator()
            _ = try await seen.next()
        }
        #expect(try file.text() == text)
    }

    @Test func bytesThatAreNotUTF8AreDamage() async throws {
        let bytes = Array(#"{"a":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)
        try file.write(bytes)
        await #expect(throws: StoreError.self) { try await store.set(1, for: KeyValueKey("a", default: 0)) }
        #expect(try file.bytes() == bytes)
    }

    @Test func aDirectoryInItsPlaceIsAnError() async throws {
        try file.makeDirectory()
        await #expect(throws: StoreError.self) { try await store.values() }
        await #expect(throws: StoreError.self) { try await store.set(1, for: KeyValueKey("a", default: 0)) }
    }

    @Test func aNewerVersionIsRefused() async throws {
        try file.write(#"{"a":1,"version":2}"#)
        let refusal = StoreError.newerVersion(place: file.path, found: 2, known: 1)
        await #expect(throws: refusal) { try await store.values() }
        await #expect(throws: refusal) { try await store.set(1, for: KeyValueKey("b", default: 0)) }
        #expect(try file.text() == #"{"a":1,"version":2}"#)
    }

    /// What would make the file unreadable is not written.
    @Test(arguments: [("version", "\"x\""), ("version", "3"), ("a", ""), ("a", "tru"), ("a", "1,\"b\":2")])
    func aValueThatCannotBeReadAgainIsRefused(name: String, text: String) async throws {
        try file.write(#"{"version":1,"b":2}"#)
        await #expect(throws: StoreError.self) {
            _ = try await store.update([name: JSONText(text.utf8)], expecting: nil)
        }
        #expect(try file.text() == #"{"version":1,"b":2}"#)
    }

    @Test func whoCannotWriteCanRead() async throws {
        try file.write(#"{"version":1,"b":2}"#)
        let store: any KeyValueStore = KeyValueFile(path: file.path, files: ReadOnlyFiles())
        #expect(try await store.value(for: KeyValueKey("b", default: 0)) == 2)
        await #expect(throws: StoreError.self) { try await store.set(1, for: KeyValueKey("b", default: 0)) }
        #expect(try file.text() == #"{"version":1,"b":2}"#)
    }
}
