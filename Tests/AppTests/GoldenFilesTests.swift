import Foundation
import TestTraits
import Testing

/// Files of earlier versions are read as before, and lose nothing when they are changed. `Tests/Golden/README.md`
/// describes the files.
@Suite(.fewAtATime, .endsIfItHangs)
struct GoldenFilesTests {
    let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    typealias Outcome = CommandLineProgram.Outcome

    /// A library in a file, named after its folder.
    enum Library: String, CaseIterable {
        case journal
        case compacted = "journal-compacted"
        case unknownMembers = "journal-unknown-members"
        case keyValue = "key-value"
        case keyValueUnknownMembers = "key-value-unknown-members"
        case undo = "journal-undo"
        case keyValueUndo = "key-value-undo"

        static let journals = [journal, compacted, unknownMembers, undo]
        static let keyValueFiles = [keyValue, keyValueUnknownMembers]

        var file: String { store == "keyvalue" ? "library.json" : "library.jsonl" }
        var store: String { rawValue.hasPrefix("key-value") ? "keyvalue" : "file" }
    }

    @Test(arguments: Library.allCases)
    func aLibraryIsReadExactly(_ library: Library) async throws {
        let before = try take(library.file, from: library.rawValue)
        try await expectOutput(of: library.rawValue, store: library.store)
        #expect(try contents(of: library.file) == before, "reading changes nothing")
    }

    @Test(arguments: Library.journals)
    func aJournalGrowsAtItsEnd(_ library: Library) async throws {
        let before = try take(library.file, from: library.rawValue)
        try await expectOneMore(than: library.rawValue, store: library.store)
        let after = try contents(of: library.file)
        #expect(after.starts(with: before))
        #expect(after.count > before.count)
    }

    @Test(arguments: Library.keyValueFiles)
    func aKeyValueFileKeepsItsLines(_ library: Library) async throws {
        let before = keysAndValues(try take(library.file, from: library.rawValue))
        try await expectOneMore(than: library.rawValue, store: library.store)
        #expect(keysAndValues(try contents(of: library.file)).isSuperset(of: before))
    }

    /// The journal promises to keep a last line with the right checksum.
    @Test func aLastLineWithoutALineFeedIsKept() async throws {
        let folder = "journal-without-last-line-feed"
        let before = try take("library.jsonl", from: folder)
        try await expectOutput(of: folder, store: "file")
        try await expectOneMore(than: folder, store: "file")
        #expect(try contents(of: "library.jsonl").starts(with: before + Data("\n".utf8)))
    }

    @Test(arguments: [Library.unknownMembers, .keyValueUnknownMembers])
    func anEditKeepsUnknownMembers(_ library: Library) async throws {
        _ = try take(library.file, from: library.rawValue)
        let commands = [
            ["edit", "prince", "--shelf", "Classics"], ["edit", "emma", "--rating", "3"],
            ["people", "rename", library == .unknownMembers ? "Zoé" : "Zoë", "Chloé"],
        ]
        for arguments in commands { try await expectSuccess(arguments, store: library.store) }
        let text = try text(of: library.file)
        let latest: [Substring] =
            library == .unknownMembers
            ? Array(text.split(separator: "\n").suffix(commands.count)) : text.split(separator: "\n")
        let members =
            library == .unknownMembers
            ? [(#"["Enfance","Classics"]"#, #""bookplate":"№ 7""#), (#""rating":3"#, #""weight":0.250"#)]
            : [(#""rating":3"#, #""bookplate":"№ 7""#)]
        for (known, unknown) in members + [(#""name":"Chloé""#, #""phone":{"home""#)] {
            #expect(latest.contains { $0.contains(known) && $0.contains(unknown) }, "\(unknown) in \(text)")
        }
    }

    /// What `undo` keeps is read as before, too: the last command is taken back, and brought back.
    @Test(arguments: [Library.undo, .keyValueUndo])
    func theLastCommandIsUndoneExactly(_ library: Library) async throws {
        _ = try take(library.file, from: library.rawValue)
        try await expectSuccess(["undo", "--yes"], store: library.store)
        try await expectOutput(of: library.rawValue + "/undone", store: library.store)
        try await expectSuccess(["undo", "--yes"], store: library.store)
        try await expectOutput(of: library.rawValue, store: library.store)
    }

    @Test func compactingKeepsUnknownMembers() async throws {
        let before = try take("library.jsonl", from: Library.unknownMembers.rawValue)
        // Long lines that the next change makes obsolete, until the file is worth compacting.
        for letter in ["a", "b", "c"] {
            let title = String(repeating: letter, count: 40_000)
            try await expectSuccess(["edit", "9788437604947", "--title", title], store: "file")
        }
        try await expectSuccess(["edit", "9788437604947", "--title", "Cien años de soledad"], store: "file")
        let compacted = try text(of: "library.jsonl")
        try #require(!compacted.contains("aaa"), "it was compacted")
        let lines = compacted.split(separator: "\n")
        #expect(lines[0].hasSuffix(#","program":"bookshelf 9.1","hints":{"sorted" : [true, null, -0.50, 1e3]}}"#))
        for member in [
            #""volumes":[{"pages":1225 , "condition":"caf\u00e9 \"stains\""},{}],"\u00e9tat":null,"title":"Война и мир""#,
            #""weight":0.250"#, #""phone":{"home":"none"}"#, #""reminders":[ "2050-01-01" ]"#,
        ] {
            try #require(String(decoding: before, as: UTF8.self).contains(member))
            #expect(compacted.contains(member))
        }
        try await expectOutput(of: Library.unknownMembers.rawValue, store: "file")
    }

    @Test func settingsAreReadExactly() async throws {
        let before = try take("settings.json", from: "settings")
        let expected = Outcome(output: try text(ofGolden: "settings/settings-list.json"))
        #expect(try await bookshelf.run("settings", "list", "--json", "--directory", "library") == expected)
        #expect(try contents(of: "settings.json") == before)
    }

    @Test func settingKeepsUnknownKeys() async throws {
        let before = keysAndValues(try take("settings.json", from: "settings"))
        try await expectSuccess(["settings", "set", "sort", "rating"])
        try await expectSuccess(["settings", "unset", "store"])
        let expected = before.subtracting([#""sort": "author""#, #""store": "keyvalue""#]).union([#""sort": "rating""#])
        #expect(keysAndValues(try contents(of: "settings.json")) == expected)
    }
}

extension GoldenFilesTests {
    private static let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Golden")

    /// Copies a golden file into the directory of the library, and returns its contents.
    func take(_ name: String, from folder: String) throws -> Data {
        let library = bookshelf.directory.appending(path: "library")
        try FileManager.default.createDirectory(at: library, withIntermediateDirectories: true)
        let contents = try Data(contentsOf: Self.golden.appending(path: "\(folder)/\(name)"))
        try contents.write(to: library.appending(path: name))
        // The program creates files this way.
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: library.appending(path: name).path)
        return contents
    }

    func text(ofGolden path: String) throws -> String {
        try String(contentsOf: Self.golden.appending(path: path), encoding: .utf8)
    }

    private func contents(of name: String) throws -> Data {
        try Data(contentsOf: bookshelf.directory.appending(path: "library/\(name)"))
    }

    private func text(of name: String) throws -> String {
        try bookshelf.contents(of: "library/\(name)")
    }

    /// Runs a command in the library, and expects success.
    @discardableResult
    func expectSuccess(
        _ arguments: [String], store: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Outcome {
        let options = ["--directory", "library", "--quiet"] + (store.map { ["--store", $0] } ?? [])
        let outcome = try await bookshelf.runExactly(arguments + options)
        #expect(outcome.status == 0, "\(outcome.messages)", sourceLocation: sourceLocation)
        return outcome
    }

    /// Expects the same output as when the golden library was made.
    func expectOutput(
        of folder: String, store: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for (name, command) in [("list", ["list"]), ("loans", ["loans", "--all"]), ("people", ["people"])] {
            let expected = Outcome(output: try text(ofGolden: "\(folder)/\(name).json"))
            let outcome = try await bookshelf.runExactly(
                command + ["--json", "--directory", "library", "--store", store])
            #expect(outcome == expected, sourceLocation: sourceLocation)
        }
    }

    /// Adds a book, and expects it and the earlier ones in the list.
    func expectOneMore(
        than folder: String, store: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let added = try await expectSuccess(
            ["add", "Middlemarch", "--author", "George Eliot", "--json"], store: store, sourceLocation: sourceLocation
        ).output.dropLast()
        let list = try await expectSuccess(["list", "--json"], store: store, sourceLocation: sourceLocation).output
        // It comes first in no list, so a comma precedes it.
        #expect(list.contains(",\(added)"), sourceLocation: sourceLocation)
        #expect(
            list.replacing(",\(added)", with: "") == (try text(ofGolden: "\(folder)/list.json")),
            sourceLocation: sourceLocation)
    }

    /// The lines of a key-value file that have a key and a value, without the commas between them.
    private func keysAndValues(_ file: Data) -> Set<String> {
        let lines = String(decoding: file, as: UTF8.self).split(separator: "\n")
            .map { $0.trimming { $0 == " " || $0 == "," } }
        return Set(lines.filter { $0.count > 1 })
    }
}

extension Substring {
    fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> String {
        String(drop(while: isTrimmed).reversed().drop(while: isTrimmed).reversed())
    }
}
