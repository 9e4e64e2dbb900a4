import FileTestSupport
import FuzzChecks

@testable import Storage

/// Valid files to damage.
enum FuzzSamples {
    static func files(for check: FuzzCheck) async throws -> [[UInt8]] {
        switch check {
        case .journal, .signedJournal: [Array(SampleJournal.text.utf8), try await file(of: .journal)]
        case .values: [Array(values.utf8), Array(signed(signedValues).utf8)]
        case .keyValueRecords: [try await file(of: .keyValue), Array(values.utf8)]
        }
    }

    /// A file written by the program.
    private static func file(of engine: StorageEngine) async throws -> [UInt8] {
        let files = MemoryFiles("/other", [])
        let store = FuzzCheck.open(engine, files)
        try await store.save(.note("a", "one"), .note("b", "two"))
        try await store.save(.note("c"), .tag("t"), .link("l", to: "a"))
        try await store.delete(.link("l", to: "a"))
        try await store.save(.note("c", "a \"note\" \u{1F4DA} 日本"))
        try await store.delete(.note("b", "two"))
        return files.bytes(FuzzCheck.path(for: engine)) ?? []
    }

    private static let values = """
        {
          "version": 1,
          "days": 14,
          "note.a": {"id":"a","text":"one"},
          "sort": "date",
          "zoom": { "x": [1.50,  null, "\\ud83d\\udcda"] }
        }

        """

    private static let signedValues = """
        {
          "version": 2,
          "checksum": "00000000",
          "days": 14,
          "sort": "date"
        }

        """
}

/// A journal not written by the program.
enum SampleJournal {
    static let header = line(#""format":"sample-notes","version":1,"first":1,"settled":0,"madeBy":{"name":"another"}"#)

    /// The lines after the first, and the records that each saves.
    static let units: [(line: String, saved: [Sample])] = [
        (
            line(#""sequence":1,"notes":[{"id":"a","text":"one"},{"id":"b","text":"two"}]"#),
            [.note("a", "one"), .note("b", "two")]
        ),
        (
            line(#""sequence":2,"notes":[{"id":"c","text":"three"}],"tags":[{"id":"t","name":"a tag"}]"#),
            [.note("c", "three"), .tag("t")]
        ),
        (line(#""sequence":3,"by":"another","links":[{"id":"l","to":"b"}]"#), [.link("l", to: "b")]),
        (line(#""sequence":4,"notes":[{"id":"c","text":"four"}]"#), [.note("c", "four")]),
    ]

    static let text = header + units.map(\.line).joined()

    private static func line(_ members: String) -> String {
        let rest = members + "}"
        return #"{"crc32c":""# + checksumDigits(rest.utf8) + "\"," + rest + "\n"
    }
}
