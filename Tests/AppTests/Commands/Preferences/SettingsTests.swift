import Data
import Domain
import FileTestSupport
import Storage
import Testing

@testable import App

/// The list of settings, and its commands.
@MainActor
struct SettingsTests {
    private let store = MemoryKeyValueStore()

    /// The output of the command.
    private func run(_ command: some Command, isJSON: Bool = false) async throws -> String {
        var output: [UInt8] = []
        let console = Console(
            Console.Appearance(isJSON: isJSON), results: OutputBuffer { output += $0 }, messages: OutputBuffer { _ in })
        let environment = AppEnvironment { Issue.record("the test did not provide \($0)") }
            .with(\.settings, store)
        _ = try await command.run(in: AppSession(environment: environment, console: console))
        _ = console.flush()
        return String(decoding: output, as: UTF8.self)
    }

    private func set(_ key: String, _ value: String) async throws {
        var command = SetSetting<Settings>()
        (command.key, command.value) = (key, value)
        _ = try await run(command)
    }

    private func unset(_ key: String) async throws {
        var command = UnsetSetting<Settings>()
        command.key = key
        _ = try await run(command)
    }

    private func rows() -> [Setting.Row] {
        Settings.all.map { $0.row(store.values()) }
    }

    @Test func allAreListedWithTheirDefaults() async throws {
        let expected = [
            "sort\ttitle", "loan-days\t28", "color\tauto", "store\tfile", "catalog\thttps://openlibrary.org",
            "mouse\ton",
        ]
        #expect(try await run(ListSettings<Settings>()) == expected.map { "\($0)\t\n" }.joined())
    }

    @Test(arguments: [
        ("sort", "rating", #""rating""#), ("loan-days", "3650", "3650"), ("color", "always", #""always""#),
        ("store", "memory", #""memory""#), ("catalog", "https://here.example/x", #""https://here.example/x""#),
        ("mouse", "off", #""off""#),
    ])
    func aSettingIsSetAndUnset(_ key: String, value: String, json: String) async throws {
        let before = rows()
        try await set(key, value)
        #expect(store.values() == [key: JSONText(json.utf8)])
        #expect(rows().filter(\.isChosen) == [Setting.Row(name: key, text: value, isChosen: true)])
        #expect(rows().filter { !$0.isChosen } == before.filter { $0.name != key })
        #expect(try await run(ListSettings<Settings>()).contains("\(key)\t\(value)\tchosen\n"))
        try await unset(key)
        #expect(rows() == before)
        #expect(store.values().isEmpty)
    }

    @Test func theDefaultCanBeChosen() async throws {
        for row in rows() {
            try await set(row.name, row.text)
        }
        #expect(rows().filter { !$0.isChosen }.isEmpty)
    }

    @Test(arguments: [
        ("sort", "size", "title, author, surname, added, finished, rating or sort-title"),
        ("color", "Never", "auto, always or never"),
        ("store", "cloud", StoreChoice.expected), ("catalog", "openlibrary.org", OnlineCatalog.expectedAddress),
        ("mouse", "false", "on or off"),
        ("loan-days", "0", "a number of days from 1 to 3650"),
        ("loan-days", "many", "a number of days from 1 to 3650"),
        ("loan-days", "3651", "a number of days from 1 to 3650"),
    ])
    func aBadValueIsRefusedWithTheExpectedForm(_ key: String, value: String, expected: String) async throws {
        await #expect(throws: CommandError.settings(.badValue(key: key, value: value, expected: expected))) {
            try await set(key, value)
        }
        #expect(store.values().isEmpty)
    }

    @Test func anUnknownNameIsRefused() async throws {
        let error = CommandError.settings(
            .noSuchKey("size", known: ["sort", "loan-days", "color", "store", "catalog", "mouse"]))
        await #expect(throws: error) { try await set("size", "1") }
        await #expect(throws: error) { try await unset("size") }
        var get = GetSetting<Settings>()
        get.key = "size"
        await #expect(throws: error) { try await run(get) }
    }

    /// Addresses are checked when they are used, and the error names the setting.
    @Test(arguments: ["sort", "loan-days", "color", "store", "catalog", "mouse"])
    func anInvalidValueCountsAsNotChosen(_ key: String) throws {
        let before = rows()
        for json in ["null", "[1]", "-1", "true"] + (["store", "catalog"].contains(key) ? [] : [#""x""#]) {
            _ = store.update([key: JSONText(json.utf8)], expecting: nil)
            #expect(rows() == before, "\(json)")
        }
    }
}

/// The store when several sources name one.
struct StorePrecedenceTests {
    /// The library creates it.
    private let directory: TestFile

    init() throws { directory = try TemporaryDirectory().file("books") }

    private func environment(_ store: StoreChoice?, _ variables: [String: String] = [:]) async throws -> AppEnvironment
    {
        var options = GlobalOptions()
        options.store = store
        options.directory = directory.path
        return try await .live(options, Variables { variables[$0] })
    }

    @Test func optionsOverrideVariablesAndVariablesOverrideSettings() async throws {
        for (store, title) in [(StoreChoice.file, "file"), (StoreChoice(engine: .keyValue), "keyvalue")] {
            let environment = try await environment(store)
            _ = try await AddBook(environment.context)(
                BookDraft(title: title, authors: ["Ana"]))
        }
        /// The titles in the library of that store; memory has none.
        func titles(_ store: StoreChoice?, _ variables: [String: String] = [:]) async throws -> [String] {
            try await environment(store, variables).library.books.all().map(\.title)
        }
        #expect(try await titles(nil) == ["file"])
        try await environment(StoreChoice(engine: .memory)).settings.set("keyvalue", for: .store)
        #expect(try await titles(nil) == ["keyvalue"])
        #expect(try await titles(nil, ["BOOKSHELF_STORE": "memory"]).isEmpty)
        #expect(try await titles(nil, ["BOOKSHELF_STORE": ""]) == ["keyvalue"])
        #expect(try await titles(.file, ["BOOKSHELF_STORE": "memory"]) == ["file"])
        await #expect(
            throws: CommandError.settings(
                .badValue(key: "BOOKSHELF_STORE", value: "cloud", expected: StoreChoice.expected))
        ) { try await titles(nil, ["BOOKSHELF_STORE": "cloud"]) }
    }
}
