import Testing

@testable import Storage

struct RecordKindTests {
    @Test func hasTwoNames() {
        let kind = RecordKind(singular: "fair-copy", plural: "fair_copies2")
        #expect(kind.singular == "fair-copy")
        #expect(kind.plural == "fair_copies2")
    }

    /// A kind with one of these names would make a file unreadable, so this programming error traps.
    @Test(arguments: [
        "crc32c", "sequence", "deleted", "format", "lookup", "marks", "plural", "units", "version", "checksum", "",
        "a b",
        "a\"", "a.b", "é",
    ])
    func refusesOtherNames(name: String) async {
        await #expect(processExitsWith: .failure) { [name] in
            _ = RecordKind(singular: name, plural: "notes")
        }
        await #expect(processExitsWith: .failure) { [name] in
            _ = RecordKind(singular: "note", plural: name)
        }
    }

    @Test(arguments: [("", "x"), ("x", ""), ("x", "a b"), ("a/b", "x"), ("x", "é")])
    func aLookupKeyRefusesOtherTexts(name: String, value: String) async {
        await #expect(processExitsWith: .failure) { [name, value] in
            _ = LookupKey(name, value)
        }
    }

    @Test func lookupKeysAreEqualIfNameAndValueAre() {
        #expect(LookupKey("to", "a-1") == LookupKey("to", "a-1"))
        #expect(LookupKey("to", "a-1") != LookupKey("to", "a-2"))
        #expect(LookupKey("to", "a-1") != LookupKey("from", "a-1"))
    }
}
