import Data
import Domain
import Foundation
import TestSupport
import TestTraits
import Testing

@testable import App

/// A password or key in an address is never printed, however the address is misspelt.
@Suite(.fewAtATime, .endsIfItHangs)
struct SecretsTests {
    private let bookshelf: CommandLineProgram

    init() throws { bookshelf = try CommandLineProgram() }

    /// Each has the secret "hush" or "77HUSH".
    private static let addresses = [
        "etc://ana:hush@host", "ana:hush@host", "hush@host",
        "https://ana:hush@host", "http://hush@host/path", "https://host/?key=hush", "https://host?hush",
        "https://host/path#hush", "https:host?key=hush", "https//host/?key=hush", "host?key=hush", "http:/host/?hush",
        "https://host/key=hush", "https://host/&key=hush", "https://host/%3Fkey=hush", "https://host:77HUSH/",
        "https://ana:77HUSH/@host", "https://ana:12/hush@host", "https:\\\\ana:hush@host",
    ]

    private func expectNoSecret(
        _ arguments: [String], variables: [String: String] = [:], status: Int32? = 64,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let outcome = try await bookshelf.runExactly(arguments, variables: variables)
        let printed = outcome.output + outcome.messages
        #expect(!printed.lowercased().contains("hush"), "\(arguments): \(printed)", sourceLocation: sourceLocation)
        if let status { #expect(outcome.status == status, "\(arguments)", sourceLocation: sourceLocation) }
    }

    @Test(arguments: addresses + etcdAddresses) func inOptionsAndVariables(_ address: String) async throws {
        try await expectNoSecret(["list", "--store", address])
        try await expectNoSecret(["list", "--json"], variables: ["BOOKSHELF_STORE": address])
        try await expectNoSecret(["settings", "set", "store", address])
        try await expectNoSecret(["settings", "set", "catalog", address, "--json"])
    }

    /// The file was edited by hand.
    @Test(arguments: addresses + etcdAddresses) func inSettings(_ address: String) async throws {
        try write(address)
        try await expectNoSecret(["list", "--directory", "."])
        let here = ["--directory", ".", "--store", "file"]
        try await expectNoSecret(["settings", "list"] + here, status: 0)
        try await expectNoSecret(["settings", "get", "store", "--json"] + here, status: 0)
        try await expectNoSecret(["settings", "get", "catalog"] + here, status: 0)
        try await expectNoSecret(["add", "--isbn", "9780060853983"] + here, status: nil)
    }

    /// Operands with which each command succeeds in `library`.
    private static let operands = [
        "add": ["Sanditon", "--author", "Jane Austen"], "list": [], "show": ["emma"],
        "edit": ["emma", "--rating", "3"], "remove": ["emma"],
        "merge": ["emma", "--into", "the whale"], "compare": ["library.backup"],
        "shelves list": [], "shelves rename": ["Sea", "Attic"], "shelves remove": ["Sea"], "extend": ["whale"],
        "lend": ["emma", "--to", "Zoe"], "return": ["whale"],
        "loans": [], "people list": [], "people rename": ["Ana", "Zoe"], "people remove": ["Chloé"],
        "import": ["list.csv"], "export": [], "backup": ["-"], "restore": ["library.backup"], "settings list": [],
        "settings get": ["store"], "settings set": ["sort", "author"], "settings unset": ["store"],
        "stats": [],
        "demo": [], "repair": [], "undo": ["--yes"], "completions": ["bash"],
    ]

    /// All but `watch`, which doesn't end, and those of added features, which know no address.
    private static let commands = HelpTests.all.compactMap { path, tree -> String? in
        guard case .command = tree, path != ["bookshelf", "watch"], !AddedFeatures.commands.contains(path[1]) else {
            return nil
        }
        return path.dropFirst().joined(separator: " ")
    }

    /// Two books, one of them lent, and two people.
    private static func library() async throws -> Data {
        let library = StoredLibrary.inMemory()
        let environment = AppEnvironment().with(\.library, library)
        let context = environment.context
        _ = try await AddBook(context)(BookDraft(title: "Emma", authors: ["Jane Austen"]) { $0.shelves = ["Sea"] })
        _ = try await AddBook(context)(BookDraft(title: "The Whale", authors: ["Herman Melville"]))
        try await lendBooks(environment)
        return Data(try await library.backup().journal(format: Bookshelf.libraryFormat))
    }

    @Test(arguments: commands, ["--json", "--color=always", "--trace"])
    func inTheOutputOfEveryCommand(_ name: String, format: String) async throws {
        try write(Self.addresses[0])
        let library = try await Self.library()
        for copy in ["library.jsonl", "library.backup"] { _ = try bookshelf.file(copy, library) }
        _ = try bookshelf.file("list.csv", "title,authors\nSanditon,Jane Austen\n")
        let operands = try #require(Self.operands[name], "which operands does \(name) take?")
        let command = name.split(separator: " ").map(String.init) + operands + [format, "--directory", "."]
        let here = ["--directory", ".", "--store", "file"]
        if name == "undo" { _ = try await bookshelf.runExactly(["edit", "emma", "--rating", "3"] + here) }
        try await expectNoSecret(command, status: nil)
        try await expectNoSecret(command + ["--store", "file"], status: 0)
    }

    private func write(_ address: String) throws {
        let text = try String(decoding: JSONEncoder().encode(address), as: UTF8.self)
        _ = try bookshelf.file("settings.json", "{\"store\": \(text), \"catalog\": \(text)}")
    }

    @Test(arguments: ["https://host/?key=hush", "ana:hush@host"])
    func whereNoAddressBelongs(_ address: String) async throws {
        try await expectNoSecret([address])
        try await expectNoSecret(["settings", address])
        try await expectNoSecret(["settings", "get", address])
        try await expectNoSecret(["settings", "set", address, "x"])
        try await expectNoSecret(["settings", "unset", address])
        try await expectNoSecret(["settings", "set", "store", "file", address])
        try await expectNoSecret(["list", "--stroe=\(address)"])
        try await expectNoSecret(["list", "-store=\(address)"])
        try await expectNoSecret(["list", "--color", address])
        try await expectNoSecret(["list", "--json=\(address)"])
    }
}
