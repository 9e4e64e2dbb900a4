import FileTestSupport
import Testing

@testable import Storage

/// The text of a key-value file, and how existing files are treated.
struct KeyValueFileTests {
    private let directory: TemporaryDirectory
    private let file: TestFile

    init() throws {
        directory = try TemporaryDirectory()
        file = directory.file("settings.json")
    }

    private var store: any KeyValueStore { KeyValueFile(path: file.path) }

    @Test func hasThisText() async throws {
        try await store.set("date", for: KeyValueKey("sort", default: ""))
        try await store.set(14, for: KeyValueKey("width", default: 0))
        try await store.set(["a", "b"], for: KeyValueKey("panes", default: []))
        try await store.set(true, for: KeyValueKey(#"a "name""#, default: false))
        let expected = """
            {
              "version": 2,
              "checksum": "00000000",
              "a \\"name\\"": true,
              "panes": ["a","b"],
              "sort": "date",
              "width": 14
            }

            """
        #expect(try file.text() == signed(expected))
        try await store.remove(KeyValueKey("panes", default: [String]()))
        #expect(try file.text() == signed(expected.replacing("  \"panes\": [\"a\",\"b\"],\n", with: "")))
    }

    @Test func unknownValuesAreKeptByteForByte() async throws {
        try file.write(#"{ "zoom" : { "x": [1.50,  null] }, "sort":"\u0061dded" ,"version": 2}"#)
        #expect(try await store.value(for: KeyValueKey("sort", default: "")) == "added")
        try await store.set(1, for: KeyValueKey("new", default: 0))
        let expected = """
            {
              "version": 2,
              "checksum": "00000000",
              "new": 1,
              "sort": "\\u0061dded",
              "zoom": { "x": [1.50,  null] }
            }

            """
        #expect(try file.text() == signed(expected))
    }

    @Test func aMissingFileHasNoValuesAndReadingCreatesNone() async throws {
        #expect(try await store.values().isEmpty)
        #expect(try await store.value(for: KeyValueKey("sort", default: "date")) == "date")
        #expect(try directory.names().isEmpty)
    }

    @Test func anUpdateWithoutChangesKeepsTheText() async throws {
        try await store.set(1, for: KeyValueKey("a", default: 0))
        let text = try file.text()
        try await store.set(1, for: KeyValueKey("a", default: 0))
        try await store.remove(KeyValueKey("b", default: 0))
        #expect(try file.text() == text)
    }

    @Test(arguments: [
        ("", 1), ("\n\n", 3), ("{", 1), ("[]", 1), ("null", 1), ("{}\n{}", 2), ("{\"a\":1,}", 1), ("\0\0\0\0", 1),
        ("{\n  \"version\": 1,\n  \"a\": tru\n}\n", 3), ("{\"version\":\"one\"}", 1), ("{\"version\":null}", 1),
    ])
    func aDamagedFileIsAnErrorAndNeverOverwritten(text: String, line: Int) async throws {
        try file.write(text)
        let damage = StorageError.damaged(
            location: file.path, line: line, reason: "this is not valid JSON, or not in the expected form")
        await #expect(throws: damage) { try await store.values() }
        await #expect(throws: damage) { try await store.set(1, for: KeyValueKey("a", default: 0)) }
        await #expect(throws: damage) { try await store.remove(KeyValueKey("a", default: 0)) }
        let seen = Observation(store.observe())
        #expect(try await seen.next() == .failure(damage))
        #expect(try await seen.next() == nil)
        #expect(try file.text() == text)
    }

    @Test func bytesThatAreNotUTF8AreDamage() async throws {
        let bytes = Array(#"{"a":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)
        try file.write(bytes)
        await #expect(throws: StorageError.self) { try await store.set(1, for: KeyValueKey("a", default: 0)) }
        #expect(try file.bytes() == bytes)
    }

    @Test func aDirectoryAtItsPathIsAnError() async throws {
        try file.makeDirectory()
        await #expect(throws: StorageError.self) { try await store.values() }
        await #expect(throws: StorageError.self) { try await store.set(1, for: KeyValueKey("a", default: 0)) }
    }

    @Test(arguments: [#"{"needs":"0.3.0","version":3}"#, signed(#"{"version":1000,"checksum":"00000000","a":1}"#)])
    func aNewerVersionIsRefused(text: String) async throws {
        try file.write(text)
        let refusal = StorageError.newerVersion(
            location: file.path, found: text.contains("1000") ? 1000 : 3, known: 2,
            needs: text.contains("needs") ? "0.3.0" : nil)
        await #expect(throws: refusal) { try await store.values() }
        await #expect(throws: refusal) { try await store.set(1, for: KeyValueKey("b", default: 0)) }
        #expect(try file.text() == text)
    }

    /// An older program may still read the file.
    @Test func aFileKeepsVersion1() async throws {
        try file.write("{\n  \"version\": 1,\n  \"a\": 1\n}\n")
        #expect(try await store.values() == ["a": JSONText("1".utf8)])
        try await store.set(2, for: KeyValueKey("b", default: 0))
        #expect(try file.text() == "{\n  \"version\": 1,\n  \"a\": 1,\n  \"b\": 2\n}\n")
        try await store.remove(KeyValueKey("b", default: 0))
        #expect(try file.text() == "{\n  \"version\": 1,\n  \"a\": 1\n}\n")
    }

    /// Whichever bit is wrong, every value is right or nothing is read. With a wrong bit in the word "checksum", the
    /// file counts as unsigned and has one unknown name more.
    @Test func everyFlippedBitIsNoticed() async throws {
        try await store.set("a text", for: KeyValueKey("a", default: ""))
        try await store.set([1, 2], for: KeyValueKey("b", default: []))
        let bytes = try file.bytes()
        let values = ["a": JSONText(#""a text""#.utf8), "b": JSONText("[1,2]".utf8)]
        #expect(try KeyValueFormat.read(bytes, location: "here").values == values)
        for bit in 0..<8 * bytes.count {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << (bit % 8)
            let found = (try? KeyValueFormat.read(damaged, location: "here"))?.values
            let asked = found?.filter { values[$0.key] != nil }
            try #require(asked == nil || asked == values, "bit \(bit % 8) of byte \(bit / 8)")
        }
    }

    @Test(arguments: [
        "\"1234567\"", "\"123456789\"", "\"00000000\"", "\"\"", "12345678", "null", "[]", "\"ABCDEFGH\"",
    ])
    func aWrongChecksumMeansThatTheFileWasChanged(checksum: String) async throws {
        let text = "{\n  \"version\": 2,\n  \"checksum\": \(checksum),\n  \"a\": 1\n}\n"
        try file.write(text)
        await #expect {
            try await store.values()
        } throws: { error in
            guard case StorageError.damaged(file.path, nil, let reason) = error else { return false }
            return reason.contains("outside of the program") && reason.contains("checksum")
        }
        await #expect(throws: StorageError.self) { try await store.set(1, for: KeyValueKey("b", default: 0)) }
        #expect(try file.text() == text)
    }

    /// Users may edit the file by hand if they remove the checksum.
    @Test func aFileWithoutAChecksumIsTrusted() async throws {
        try await store.set(1, for: KeyValueKey("a", default: 0))
        let edited = try file.text().replacing("\"a\": 1", with: "\"a\": 2")
        try file.write(edited)
        await #expect(throws: StorageError.self) { try await store.values() }
        let lines = try file.lines().filter { !String(decoding: $0, as: UTF8.self).contains("checksum") }
        try file.write(lines.joined())
        #expect(try await store.value(for: KeyValueKey("a", default: 0)) == 2)
        try await store.set(3, for: KeyValueKey("b", default: 0))
        let expected =
            "{\n  \"version\": 2,\n  \"checksum\": \"00000000\",\n  \"a\": 2,\n  \"b\": 3\n}\n"
        #expect(try file.text() == signed(expected))
    }

    /// A value that would make the file unreadable is not written.
    @Test(arguments: [
        ("version", "\"x\""), ("version", "3"), ("checksum", "\"x\""), ("checksum", "1"), ("a", ""), ("a", "tru"),
        ("a", "1,\"b\":2"),
    ])
    func anInvalidValueIsRefused(name: String, text: String) async throws {
        try file.write(#"{"version":1,"b":2}"#)
        await #expect(throws: StorageError.self) {
            _ = try await store.update([name: JSONText(text.utf8)], expecting: nil)
        }
        #expect(try file.text() == #"{"version":1,"b":2}"#)
    }

    @Test func aReadOnlyFileCanBeRead() async throws {
        try file.write(#"{"version":1,"b":2}"#)
        let store: any KeyValueStore = KeyValueFile(path: file.path, files: ReadOnlyFiles())
        #expect(try await store.value(for: KeyValueKey("b", default: 0)) == 2)
        await #expect(throws: StorageError.self) { try await store.set(1, for: KeyValueKey("b", default: 0)) }
        #expect(try file.text() == #"{"version":1,"b":2}"#)
    }
}
